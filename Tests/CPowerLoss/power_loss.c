#define _GNU_SOURCE
#include "power_loss.h"

#if defined(__linux__)

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

/* The functions below stand in for those of the C library: a symbol of the program is found before that of a shared
   library, so LMDB calls these. They do the same, and take notes when the file is the recorded one. */

static atomic_bool is_recording;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t recorded_device, recorded_inode;
static struct power_loss_event *events;
static int64_t event_count, event_room;
static atomic_llong calls_to_live = -1;
static atomic_bool dies_at_touch;

static bool is_recorded(int fd) {
    if (!atomic_load_explicit(&is_recording, memory_order_acquire)) return false;
    struct stat status;
    if (fstat(fd, &status) != 0) return false;
    return (uint64_t)status.st_dev == recorded_device && (uint64_t)status.st_ino == recorded_inode;
}

static void append(struct power_loss_event event) {
    pthread_mutex_lock(&lock);
    if (event_count == event_room) {
        event_room = event_room ? 2 * event_room : 256;
        events = realloc(events, (size_t)event_room * sizeof *events);
    }
    events[event_count++] = event;
    pthread_mutex_unlock(&lock);
}

static void note_write(int fd, const void *bytes, int64_t count, int64_t offset) {
    uint8_t *copy = malloc((size_t)count);
    memcpy(copy, bytes, (size_t)count);
    int32_t is_durable = (fcntl(fd, F_GETFL) & O_DSYNC) != 0;
    append((struct power_loss_event){POWER_LOSS_WRITE, is_durable, offset, count, copy});
}

static void note_sync(void) { append((struct power_loss_event){POWER_LOSS_SYNC, 0, 0, 0, NULL}); }

/* Whether this call is the one at which the process is to die. */
static bool is_last_call(void) {
    if (atomic_load(&calls_to_live) < 0) return false;
    return atomic_fetch_sub(&calls_to_live, 1) == 0;
}

static void die(void) { kill(getpid(), SIGKILL); }

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    if (is_recorded(fd)) {
        if (is_last_call()) {
            /* The system looks for signals between pages, never within one. */
            size_t half = count / 2 / 4096 * 4096;
            if (half > 0) syscall(SYS_pwrite64, fd, bytes, half, offset);
            die();
        }
        ssize_t written = syscall(SYS_pwrite64, fd, bytes, count, offset);
        if (written > 0) note_write(fd, bytes, written, offset);
        return written;
    }
    return syscall(SYS_pwrite64, fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) { return pwrite(fd, bytes, count, offset); }

static ssize_t write_vector(int fd, const struct iovec *parts, int count, off_t offset) {
    ssize_t total = 0;
    for (int index = 0; index < count; index++) {
        ssize_t written = pwrite(fd, parts[index].iov_base, parts[index].iov_len, offset + total);
        if (written < 0) return total > 0 ? total : written;
        total += written;
        if ((size_t)written < parts[index].iov_len) break;
    }
    return total;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
    if (is_recorded(fd)) return write_vector(fd, parts, count, offset);
    return syscall(SYS_pwritev, fd, parts, count, (long)offset, 0L);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t offset) {
    return pwritev(fd, parts, count, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (is_recorded(fd)) {
        off_t offset = lseek(fd, 0, SEEK_CUR);
        ssize_t written = write_vector(fd, parts, count, offset);
        if (written > 0) lseek(fd, offset + written, SEEK_SET);
        return written;
    }
    return syscall(SYS_writev, fd, parts, count);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    if (is_recorded(fd)) {
        struct iovec part = {(void *)bytes, count};
        return writev(fd, &part, 1);
    }
    return syscall(SYS_write, fd, bytes, count);
}

int fdatasync(int fd) {
    if (!is_recorded(fd)) return (int)syscall(SYS_fdatasync, fd);
    if (is_last_call()) die();
    int status = (int)syscall(SYS_fdatasync, fd);
    if (status == 0) note_sync();
    return status;
}

int fsync(int fd) {
    if (!is_recorded(fd)) return (int)syscall(SYS_fsync, fd);
    if (is_last_call()) die();
    int status = (int)syscall(SYS_fsync, fd);
    if (status == 0) note_sync();
    return status;
}

/* By the touch of its times other processes are told of a commit, when that is done. */
int futimens(int fd, const struct timespec times[2]) {
    if (atomic_load(&dies_at_touch) && is_recorded(fd)) die();
    return (int)syscall(SYS_utimensat, fd, NULL, times, 0);
}

/* A map that is flushed could be the recorded file's. LMDB writes through none as Tarn opens it; a call would show as
   a sync without writes. */
int msync(void *address, size_t length, int flags) {
    if (atomic_load(&is_recording)) note_sync();
    return (int)syscall(SYS_msync, address, length, flags);
}

static void forget(void) {
    for (int64_t index = 0; index < event_count; index++) free((void *)events[index].bytes);
    event_count = 0;
}

void power_loss_begin(uint64_t device, uint64_t inode) {
    pthread_mutex_lock(&lock);
    forget();
    recorded_device = device;
    recorded_inode = inode;
    pthread_mutex_unlock(&lock);
    atomic_store_explicit(&is_recording, true, memory_order_release);
}

void power_loss_end(void) { atomic_store_explicit(&is_recording, false, memory_order_release); }

void power_loss_mark(int64_t number) { append((struct power_loss_event){POWER_LOSS_MARK, 0, number, 0, NULL}); }

int64_t power_loss_count(void) { return event_count; }

struct power_loss_event power_loss_event_at(int64_t index) { return events[index]; }

void power_loss_kill_at_touch(void) { atomic_store(&dies_at_touch, true); }

void power_loss_kill_at(int64_t calls) { atomic_store(&calls_to_live, calls); }

static void on_alarm(int signal_number) {
    (void)signal_number;
    die();
}

void power_loss_kill_after(int64_t microseconds) {
    signal(SIGALRM, on_alarm);
    struct itimerval timer = {{0, 0}, {microseconds / 1000000, microseconds % 1000000}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

#endif
