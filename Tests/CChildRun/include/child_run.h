#ifndef TARN_CHILD_RUN_H
#define TARN_CHILD_RUN_H

/* Runs a function in a forked child and waits for its end: the status of waitpid. A child that takes longer than some
   seconds is ended by SIGALRM. */
int child_run(int (*body)(void *), void *argument, unsigned seconds);

/* The parts of a status. */
int child_signal(int status);
int child_exit_code(int status);

#endif
