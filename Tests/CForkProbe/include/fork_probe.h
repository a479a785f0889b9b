#ifndef FORK_PROBE_H
#define FORK_PROBE_H

/* Runs a function in a forked child, which Swift cannot do by itself; answers what the function answered, or -1. */
int fork_probe_run(int (*body)(void *), void *context);

#endif
