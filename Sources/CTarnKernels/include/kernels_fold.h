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

// Adds the values whose bit is set to a 64-bit total; false when the total does not fit.
#define TARN_SUM_INTEGER(TYPE, NAME)                                                                \
    static inline bool tarn_sum_##NAME(const uint8_t *column, uint64_t mask, int64_t *total) {      \
        int64_t sum = *total;                                                                       \
        bool overflow = false;                                                                      \
        for (; mask; mask &= mask - 1) {                                                            \
            TYPE value;                                                                             \
            memcpy(&value, column + (size_t)__builtin_ctzll(mask) * sizeof value, sizeof value);    \
            overflow |= __builtin_add_overflow(sum, (int64_t)value, &sum);                          \
        }                                                                                           \
        *total = sum;                                                                               \
        return !overflow;                                                                           \
    }

TARN_SUM_INTEGER(int8_t, i8)
TARN_SUM_INTEGER(int16_t, i16)
TARN_SUM_INTEGER(int32_t, i32)
TARN_SUM_INTEGER(int64_t, i64)

// Order-preserving bits of a double: NaN first, then -infinity up to +infinity; both zeros are one.
static inline uint64_t tarn_ordered_f64(double value) {
    if (value != value) return 0;
    if (value == 0) return (uint64_t)1 << 63;
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits & ((uint64_t)1 << 63) ? ~bits : bits | ((uint64_t)1 << 63);
}

#endif
