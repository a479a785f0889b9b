// Sorting pairs of a 64-bit key and a 64-bit payload.
#ifndef TARN_KERNELS_SORT_H
#define TARN_KERNELS_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t key;
    uint64_t payload;
} tarn_pair;

// Stable; for a few pairs.
static inline void tarn_sort_few(tarn_pair *pairs, size_t count) {
    for (size_t i = 1; i < count; i++) {
        tarn_pair pair = pairs[i];
        size_t place = i;
        for (; place > 0 && pairs[place - 1].key > pair.key; place--) pairs[place] = pairs[place - 1];
        pairs[place] = pair;
    }
}

// Stable sort by `passes` digits of 11 bits from `shift` on. Digits that are equal in all keys cost nothing.
static inline void tarn_sort_digits(tarn_pair *pairs, tarn_pair *scratch, size_t count, uint64_t varying,
                                    unsigned shift, unsigned passes) {
    tarn_pair *from = pairs, *to = scratch;
    for (; passes > 0 && shift < 64; passes--, shift += 11) {
        if (((varying >> shift) & 2047) == 0) continue;
        size_t starts[2048];
        memset(starts, 0, sizeof starts);
        for (size_t i = 0; i < count; i++) starts[(from[i].key >> shift) & 2047]++;
        size_t next = 0;
        for (size_t bucket = 0; bucket < 2048; bucket++) {
            size_t size = starts[bucket];
            starts[bucket] = next;
            next += size;
        }
        for (size_t i = 0; i < count; i++) to[starts[(from[i].key >> shift) & 2047]++] = from[i];
        tarn_pair *swap = from;
        from = to;
        to = swap;
    }
    if (from != pairs) memcpy(pairs, from, count * sizeof *pairs);
}

// Stable ascending radix sort by key. `scratch` has room for `count` pairs.
//
// Only the highest 22 or 33 of the bits that differ are sorted digit by digit: that nearly decides the order of many
// random keys, and the pairs that are equal so far are sorted among themselves.
static inline void tarn_sort_pairs(tarn_pair *pairs, tarn_pair *scratch, size_t count) {
    if (count <= 32) {
        tarn_sort_few(pairs, count);
        return;
    }
    uint64_t all = pairs[0].key, any = pairs[0].key;
    bool sorted = true;
    for (size_t i = 1; i < count; i++) {
        all &= pairs[i].key;
        any |= pairs[i].key;
        sorted &= pairs[i - 1].key <= pairs[i].key;
    }
    if (sorted) return;
    uint64_t varying = all ^ any;
    unsigned high = 64 - (unsigned)__builtin_clzll(varying), low = (unsigned)__builtin_ctzll(varying);
    unsigned passes = count < 4096 ? 2 : 3;
    unsigned shift = high > low + 11 * passes ? high - 11 * passes : low;
    tarn_sort_digits(pairs, scratch, count, varying, shift, passes);
    if (shift == low) return;
    for (size_t start = 0; start < count;) {
        size_t end = start + 1;
        while (end < count && pairs[end].key >> shift == pairs[start].key >> shift) end++;
        if (end - start > 1) tarn_sort_pairs(pairs + start, scratch + start, end - start);
        start = end;
    }
}

#endif
