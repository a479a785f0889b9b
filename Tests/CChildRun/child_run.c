#include "child_run.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int child_run(int (*body)(void *), void *argument, unsigned seconds) {
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        /* What the test process does about crashes is no use here. */
        int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGALRM};
        for (unsigned index = 0; index < sizeof signals / sizeof *signals; index++) signal(signals[index], SIG_DFL);
        /* The threads of a test runner block signals, the alarm among them. */
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, 0);
        alarm(seconds);
        _exit(body(argument));
    }
    int status = -1;
    while (waitpid(child, &status, 0) < 0) {}
    return status;
}

int child_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
int child_exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
