// Sums and extremes of one packed column.
#ifndef TARN_KERNELS_FOLD_H
#define TARN_KERNELS_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef double tarn_f64x8 __attribute__((ext_vector_type(8)));

// The sum of all values, added in eight lanes; floating-point addition is not associative, so the order is part of
// the contract: lanes first, then the lanes in order, then the rest.
static inline double tarn_sum_f64(const uint8_t *column, unsigned count) {
    tarn_f64x8 lanes = 0;
    unsigned i = 0;
    for (; i + 8 <= count; i += 8) {
        tarn_f64x8 values;
        memcpy(&values, column + (size_t)i * 8, sizeof values);
        lanes += values;
    }
    double sum = 0;
    for (int lane = 0; lane < 8; lane++) sum += lanes[lane];
    for (; i < count; i++) {
        double value;
        memcpy(&value, column + (size_t)i * 8, 8);
        sum += value;
    }
    return sum;
}

// The sum of the values whose bit is set.
static inline double tarn_sum_f64_masked(const uint8_t *column, uint64_t mask) {
    double sum = 0;
    for (; mask; mask &= mask - 1) {
        double value;
        memcpy(&value, column + (size_t)__builtin_ctzll(mask) * 8, 8);
        sum += value;
    }
    return sum;
}

// A sum of 128 bits, which 64 values of 64 bits cannot overflow.
typedef struct {
    uint64_t low;
    int64_t high;
} tarn_wide;

// The sum of the values whose bit is set.
#define TARN_SUM_INTEGER(TYPE, NAME)                                                                \
    static inline tarn_wide tarn_sum_##NAME(const uint8_t *column, uint64_t mask) {                 \
        __int128 sum = 0;                                                                           \
        for (; mask; mask &= mask - 1) {                                                            \
            TYPE value;                                                                             \
            memcpy(&value, column + (size_t)__builtin_ctzll(mask) * sizeof value, sizeof value);    \
            sum += value;                                                                           \
        }                                                                                           \
        return (tarn_wide){(uint64_t)sum, (int64_t)(sum >> 64)};                                     \
    }

TARN_SUM_INTEGER(int8_t, i8)
TARN_SUM_INTEGER(int16_t, i16)
TARN_SUM_INTEGER(int32_t, i32)
TARN_SUM_INTEGER(int64_t, i64)

// The sum of a whole column of 64-bit integers: halves are added apart, so that no lane overflows and no carry is lost.
static inline tarn_wide tarn_sum_all_i64(const uint8_t *column, unsigned count) {
    uint64_t low = 0, high = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t value;
        memcpy(&value, column + (size_t)i * 8, 8);
        value ^= (uint64_t)1 << 63;
        low += value & 0xFFFFFFFF;
        high += value >> 32;
    }
    __int128 sum = ((__int128)high << 32) + low - ((__int128)count << 63);
    return (tarn_wide){(uint64_t)sum, (int64_t)(sum >> 64)};
}

// Finds the smallest of the chosen keys after an xor with `flip`; false when there is none. Zero, which is the key of
// NaN, can be left out.
static inline bool tarn_smallest(const uint64_t *keys, uint64_t chosen, uint64_t flip, bool skips_zero,
                                 uint64_t *smallest) {
    uint64_t best = ~(uint64_t)0;
    bool found = false;
    for (; chosen; chosen &= chosen - 1) {
        uint64_t key = keys[__builtin_ctzll(chosen)];
        if (skips_zero && key == 0) continue;
        found = true;
        if ((key ^ flip) < best) best = key ^ flip;
    }
    *smallest = best;
    return found;
}

// Order-preserving bits of a double: NaN first, then -infinity up to +infinity; both zeros are one.
static inline uint64_t tarn_ordered_f64(double value) {
    if (value != value) return 0;
    if (value == 0) return (uint64_t)1 << 63;
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits & ((uint64_t)1 << 63) ? ~bits : bits | ((uint64_t)1 << 63);
}

// The natural logarithm of one more than a value.
static inline double tarn_log1p(double value) { return __builtin_log1p(value); }

#endif
