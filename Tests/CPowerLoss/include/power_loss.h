#ifndef TARN_POWER_LOSS_H
#define TARN_POWER_LOSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What the process asks of one file below LMDB, in order. */
enum power_loss_kind { POWER_LOSS_WRITE, POWER_LOSS_SYNC, POWER_LOSS_MARK };

struct power_loss_event {
    int32_t kind;
    /* A write through a descriptor that waits for the disk (O_DSYNC). */
    int32_t is_durable;
    int64_t offset;      /* of a write; the number of a mark */
    int64_t count;       /* bytes of a write */
    const uint8_t *bytes;
};

/* Begins to record what is written to the file with this device and number; drops what was recorded before. */
void power_loss_begin(uint64_t device, uint64_t inode);
void power_loss_end(void);

/* Notes that the caller has seen something, such as the return of a commit. */
void power_loss_mark(int64_t number);

int64_t power_loss_count(void);
struct power_loss_event power_loss_event_at(int64_t index);

/* Kills the process at the n-th write or sync of the recorded file, counted from now: a write of several
   pages is then half done. */
void power_loss_kill_at(int64_t calls);

/* Kills the process when it touches the times of the recorded file next. */
void power_loss_kill_at_touch(void);

/* Kills the process after some microseconds, wherever it is then. */
void power_loss_kill_after(int64_t microseconds);

#endif
