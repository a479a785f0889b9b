// Kernels of the record layer: loops over the columns of one cluster (at most 64 values) and over whole key arrays.
//
// They are static inline C because Swift does not vectorise these loops by itself
// (docs/decisions/0007-kernels-in-c.md).
// Every pointer may be unaligned. No function reads outside the ranges that its parameters describe.
#ifndef TARN_KERNELS_H
#define TARN_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels_compare.h"
#include "kernels_fold.h"
#include "kernels_hash.h"
#include "kernels_links.h"
#include "kernels_order.h"
#include "kernels_sort.h"
#include "kernels_text.h"
#include "kernels_unicode.h"

// Identifies the calling thread; unique among the threads that are alive.
static inline uintptr_t tarn_thread_identity(void) {
    return (uintptr_t)__builtin_thread_pointer();
}

// The number by which debuggers and the system know the calling thread.
uint64_t tarn_thread_number(void);

// The order of a locale by ICU, which is looked for when this is first called; NULL when it is not there or refuses.
// The identifier ends with a zero.
void *tarn_collator_open(const char *identifier);

// Writes the sort key of UTF-16, `capacity` bytes at most, and tells how many it has with the zero at its end.
int tarn_collator_key(void *collator, const uint16_t *text, int count, uint8_t *key, int capacity);

void tarn_collator_close(void *collator);

// Whether the caller runs on the thread on which the process began.
bool tarn_is_main_thread(void);

// Asks the processor to load the cache line at an address; any address is allowed.
static inline void tarn_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

// Asks for `count` bytes from an address on, one request per cache line.
static inline void tarn_prefetch_range(const void *address, size_t count) {
    const char *line = (const char *)address;
    for (size_t i = 0; i < count; i += 64) __builtin_prefetch(line + i, 0, 3);
}

// The number of bits set.
static inline int tarn_popcount(uint64_t value) { return __builtin_popcountll(value); }

#endif
