// Order-preserving 64-bit keys of packed columns, and gathering them with the keys of their objects.
#ifndef TARN_KERNELS_ORDER_H
#define TARN_KERNELS_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels_fold.h"
#include "kernels_sort.h"

static const uint64_t tarn_sign = (uint64_t)1 << 63;

// Writes one key for each of `count` values.
#define TARN_ORDER(TYPE, NAME, KEY)                                                                 \
    static inline void tarn_order_##NAME(const uint8_t *column, unsigned count, uint64_t *keys) {   \
        for (unsigned i = 0; i < count; i++) {                                                      \
            TYPE value;                                                                             \
            memcpy(&value, column + (size_t)i * sizeof value, sizeof value);                        \
            keys[i] = KEY;                                                                          \
        }                                                                                           \
    }

TARN_ORDER(int8_t, i8, (uint64_t)(int64_t)value ^ tarn_sign)
TARN_ORDER(int16_t, i16, (uint64_t)(int64_t)value ^ tarn_sign)
TARN_ORDER(int32_t, i32, (uint64_t)(int64_t)value ^ tarn_sign)
TARN_ORDER(int64_t, i64, (uint64_t)value ^ tarn_sign)
TARN_ORDER(uint64_t, u64, value)
TARN_ORDER(float, f32, tarn_ordered_f64((double)value))
TARN_ORDER(double, f64, tarn_ordered_f64(value))

static inline void tarn_order_bits(const uint8_t *column, unsigned count, uint64_t *keys) {
    uint64_t bits;
    memcpy(&bits, column, 8);
    for (unsigned i = 0; i < count; i++) keys[i] = bits >> i & 1;
}

// Pairs the keys of the chosen objects of a cluster with their object keys and answers how many there are. `chosen` is
// a mask over ranks, `presence` over slots; every key is xored with `flip`. `pairs` has room for them.
static inline size_t tarn_gather(const uint64_t *keys, uint64_t presence, uint64_t chosen, uint64_t first_key,
                                 uint64_t flip, tarn_pair *pairs) {
    size_t count = 0;
    if ((presence & (presence + 1)) == 0) {
        for (; chosen; chosen &= chosen - 1) {
            unsigned rank = (unsigned)__builtin_ctzll(chosen);
            pairs[count].key = keys[rank] ^ flip;
            pairs[count++].payload = first_key | rank;
        }
        return count;
    }
    for (; chosen && presence; presence &= presence - 1, chosen >>= 1, keys++) {
        if ((chosen & 1) == 0) continue;
        pairs[count].key = *keys ^ flip;
        pairs[count++].payload = first_key | (unsigned)__builtin_ctzll(presence);
    }
    return count;
}

// Whether a byte string comes before another, a prefix being smaller.
static inline bool tarn_precedes(const void *a, size_t a_count, const void *b, size_t b_count) {
    int order = memcmp(a, b, a_count < b_count ? a_count : b_count);
    return order < 0 || (order == 0 && a_count < b_count);
}

#endif
