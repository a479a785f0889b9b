// Everything else is inline in the header.
#define _GNU_SOURCE
#include "kernels.h"

#include <pthread.h>
#include <unistd.h>

#ifdef __APPLE__
uint64_t tarn_thread_number(void) {
    uint64_t number = 0;
    pthread_threadid_np(0, &number);
    return number;
}

bool tarn_is_main_thread(void) { return pthread_main_np() != 0; }
#else
#include <sys/syscall.h>

uint64_t tarn_thread_number(void) { return (uint64_t)syscall(SYS_gettid); }

bool tarn_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
#endif
