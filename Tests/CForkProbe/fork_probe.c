#include "fork_probe.h"

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int fork_probe_run(int (*body)(void *), void *context) {
    pid_t child = fork();
    if (child == 0) _exit(body(context));
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}
