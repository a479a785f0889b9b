// Comparing a packed column with a constant, 64 answers in one word.
#ifndef TARN_KERNELS_COMPARE_H
#define TARN_KERNELS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { tarn_equal = 0, tarn_less = 1, tarn_less_or_equal = 2, tarn_greater = 3, tarn_greater_or_equal = 4 };

typedef bool tarn_bits8 __attribute__((ext_vector_type(8)));

// Eight lanes at a time become eight bits; the rest is compared one by one.
#define TARN_COMPARE_LOOP(TYPE, NAME, LANE, OP)                                                     \
    {                                                                                               \
        unsigned i = 0;                                                                             \
        for (; i + 8 <= count; i += 8) {                                                            \
            TARN_VECTOR_##NAME lanes;                                                               \
            memcpy(&lanes, column + (size_t)i * sizeof(TYPE), sizeof lanes);                        \
            tarn_bits8 bits = __builtin_convertvector(lanes OP constants, tarn_bits8);              \
            uint8_t byte;                                                                           \
            memcpy(&byte, &bits, 1);                                                                \
            mask |= (uint64_t)byte << i;                                                            \
        }                                                                                           \
        for (; i < count; i++) {                                                                    \
            TYPE element;                                                                           \
            memcpy(&element, column + (size_t)i * sizeof(TYPE), sizeof element);                    \
            mask |= (uint64_t)(element OP constant) << i;                                           \
        }                                                                                           \
    }

#define TARN_COMPARE(TYPE, NAME)                                                                    \
    typedef TYPE TARN_VECTOR_##NAME __attribute__((ext_vector_type(8)));                            \
    static inline uint64_t tarn_compare_##NAME(const uint8_t *column, unsigned count, int operation, \
                                               TYPE constant) {                                     \
        uint64_t mask = 0;                                                                          \
        TARN_VECTOR_##NAME constants = constant;                                                    \
        switch (operation) {                                                                        \
        case tarn_equal: TARN_COMPARE_LOOP(TYPE, NAME, 8, ==) break;                                \
        case tarn_less: TARN_COMPARE_LOOP(TYPE, NAME, 8, <) break;                                  \
        case tarn_less_or_equal: TARN_COMPARE_LOOP(TYPE, NAME, 8, <=) break;                        \
        case tarn_greater: TARN_COMPARE_LOOP(TYPE, NAME, 8, >) break;                               \
        case tarn_greater_or_equal: TARN_COMPARE_LOOP(TYPE, NAME, 8, >=) break;                     \
        }                                                                                           \
        return mask;                                                                                \
    }

TARN_COMPARE(int8_t, i8)
TARN_COMPARE(int16_t, i16)
TARN_COMPARE(int32_t, i32)
TARN_COMPARE(int64_t, i64)
TARN_COMPARE(uint64_t, u64)
TARN_COMPARE(float, f32)
TARN_COMPARE(double, f64)

// Compares cells of `width` bytes as unsigned big-endian byte strings.
static inline uint64_t tarn_compare_bytes(const uint8_t *column, unsigned count, unsigned width, int operation,
                                          const uint8_t *constant) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < count; i++) {
        int order = memcmp(column + (size_t)i * width, constant, width);
        bool holds = operation == tarn_equal           ? order == 0
                     : operation == tarn_less          ? order < 0
                     : operation == tarn_less_or_equal ? order <= 0
                     : operation == tarn_greater       ? order > 0
                                                       : order >= 0;
        mask |= (uint64_t)holds << i;
    }
    return mask;
}

#endif
