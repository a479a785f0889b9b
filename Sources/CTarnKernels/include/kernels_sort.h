// Sorting pairs of a 64-bit key and a 64-bit payload.
#ifndef TARN_KERNELS_SORT_H
#define TARN_KERNELS_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t key;
    uint64_t payload;
} tarn_pair;

// Stable ascending radix sort by key. `scratch` has room for `count` pairs. Bytes that are equal in all keys cost
// nothing but their share of one look over the data, so small ranges of keys need one or two passes.
static inline void tarn_sort_pairs(tarn_pair *pairs, tarn_pair *scratch, size_t count) {
    if (count < 2) return;
    uint64_t all = ~(uint64_t)0, any = 0;
    int sorted = 1;
    for (size_t i = 0; i < count; i++) {
        all &= pairs[i].key;
        any |= pairs[i].key;
        if (i > 0 && pairs[i - 1].key > pairs[i].key) sorted = 0;
    }
    if (sorted) return;
    uint64_t varying = all ^ any;
    tarn_pair *from = pairs, *to = scratch;
    for (unsigned shift = 0; shift < 64; shift += 11) {
        uint64_t digit = shift + 11 > 64 ? ((uint64_t)1 << (64 - shift)) - 1 : 2047;
        if (((varying >> shift) & digit) == 0) continue;
        size_t starts[2048];
        memset(starts, 0, sizeof starts);
        for (size_t i = 0; i < count; i++) starts[(from[i].key >> shift) & digit]++;
        size_t next = 0;
        for (size_t bucket = 0; bucket <= digit; bucket++) {
            size_t size = starts[bucket];
            starts[bucket] = next;
            next += size;
        }
        for (size_t i = 0; i < count; i++) to[starts[(from[i].key >> shift) & digit]++] = from[i];
        tarn_pair *swap = from;
        from = to;
        to = swap;
    }
    if (from != pairs) memcpy(pairs, from, count * sizeof *pairs);
}

#endif
