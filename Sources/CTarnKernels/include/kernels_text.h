// Comparing and searching the packed strings of one cluster without making string objects.
//
// A text column is `count` 16-bit ends (the top bit marks a value kept elsewhere) followed by the bytes.
#ifndef TARN_KERNELS_TEXT_H
#define TARN_KERNELS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline unsigned tarn_text_end(const uint8_t *ends, unsigned index) {
    uint16_t end;
    memcpy(&end, ends + (size_t)index * 2, 2);
    return end & 0x7FFF;
}

// A mask of the values that are kept elsewhere.
static inline uint64_t tarn_text_elsewhere(const uint8_t *ends, unsigned count) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < count; i++) mask |= (uint64_t)(ends[(size_t)i * 2 + 1] >> 7) << i;
    return mask;
}

// True when the ends never decrease and stay within the bytes: what makes every other function here safe.
static inline bool tarn_text_is_valid(const uint8_t *ends, unsigned count, size_t available) {
    unsigned previous = 0;
    bool valid = true;
    for (unsigned i = 0; i < count; i++) {
        unsigned end = tarn_text_end(ends, i);
        valid &= end >= previous;
        previous = end;
    }
    return valid && previous <= available;
}

// The values equal to a byte string, found in one pass that also checks the ends (false when they decrease or leave the
// `available` bytes; eight bytes after those must be readable) and finds the values that are kept elsewhere.
static inline bool tarn_text_equal(const uint8_t *ends, unsigned count, size_t available, const uint8_t *needle,
                                   unsigned length, uint64_t *equal, uint64_t *elsewhere) {
    const uint8_t *bytes = ends + (size_t)count * 2;
    uint64_t head = 0, keep = length >= 8 ? ~(uint64_t)0 : ((uint64_t)1 << (length * 8)) - 1;
    memcpy(&head, needle, length < 8 ? length : 8);
    uint64_t mask = 0, outside = 0;
    unsigned start = 0;
    for (unsigned i = 0; i < count; i++) {
        uint16_t raw;
        memcpy(&raw, ends + (size_t)i * 2, 2);
        unsigned end = raw & 0x7FFF;
        outside |= (uint64_t)(raw >> 15) << i;
        if (end < start || end > available) return false;
        if (end - start == length) {
            uint64_t word;
            memcpy(&word, bytes + start, 8);
            bool same = (word & keep) == head;
            if (length > 8 && same) same = memcmp(bytes + start + 8, needle + 8, length - 8) == 0;
            mask |= (uint64_t)same << i;
        }
        start = end;
    }
    *equal = mask & ~outside;
    *elsewhere = outside;
    return true;
}

// The values that begin (or end) with a byte string.
static inline uint64_t tarn_text_affix(const uint8_t *ends, unsigned count, const uint8_t *needle, unsigned length,
                                       bool at_end) {
    const uint8_t *bytes = ends + (size_t)count * 2;
    uint64_t mask = 0;
    unsigned start = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned end = tarn_text_end(ends, i);
        if (end - start >= length) {
            const uint8_t *at = at_end ? bytes + end - length : bytes + start;
            mask |= (uint64_t)(memcmp(at, needle, length) == 0) << i;
        }
        start = end;
    }
    return mask;
}

// The values ordered before, at or after a byte string (see kernels_compare.h for the operations).
static inline uint64_t tarn_text_compare(const uint8_t *ends, unsigned count, int operation, const uint8_t *needle,
                                         unsigned length) {
    const uint8_t *bytes = ends + (size_t)count * 2;
    uint64_t mask = 0;
    unsigned start = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned end = tarn_text_end(ends, i), size = end - start;
        int order = memcmp(bytes + start, needle, size < length ? size : length);
        if (order == 0) order = size < length ? -1 : size > length;
        bool holds = operation == 0   ? order == 0
                     : operation == 1 ? order < 0
                     : operation == 2 ? order <= 0
                     : operation == 3 ? order > 0
                                      : order >= 0;
        mask |= (uint64_t)holds << i;
        start = end;
    }
    return mask;
}

typedef uint8_t tarn_u8x16 __attribute__((ext_vector_type(16)));
typedef bool tarn_bits16 __attribute__((ext_vector_type(16)));

// The first position at or after `from` where a byte string of at least one byte occurs, or `size`.
// Sixteen positions are tried at once: the first and the last byte of the needle must both fit.
static inline size_t tarn_find(const uint8_t *bytes, size_t size, size_t from, const uint8_t *needle, size_t length) {
    if (length > size) return size;
    size_t limit = size - length;
    tarn_u8x16 first = needle[0], last = needle[length - 1];
    size_t at = from;
    for (; at + 15 <= limit; at += 16) {
        tarn_u8x16 heads, tails;
        memcpy(&heads, bytes + at, 16);
        memcpy(&tails, bytes + at + length - 1, 16);
        tarn_bits16 bits = __builtin_convertvector((heads == first) & (tails == last), tarn_bits16);
        uint16_t hits;
        memcpy(&hits, &bits, 2);
        for (; hits; hits &= hits - 1) {
            size_t hit = at + (unsigned)__builtin_ctz(hits);
            if (memcmp(bytes + hit, needle, length) == 0) return hit;
        }
    }
    for (; at <= limit; at++)
        if (bytes[at] == needle[0] && memcmp(bytes + at, needle, length) == 0) return at;
    return size;
}

// The values that contain a byte string of at least one byte: one search over all bytes of the column; a hit that
// spans two values is skipped.
static inline uint64_t tarn_text_contains(const uint8_t *ends, unsigned count, const uint8_t *needle,
                                          unsigned length) {
    if (count == 0) return 0;
    const uint8_t *bytes = ends + (size_t)count * 2;
    size_t size = tarn_text_end(ends, count - 1);
    uint64_t mask = 0;
    unsigned index = 0, end = tarn_text_end(ends, 0);
    size_t hit = tarn_find(bytes, size, 0, needle, length);
    while (hit < size) {
        while (end <= hit) end = tarn_text_end(ends, ++index);
        if (hit + length <= end) {
            mask |= (uint64_t)1 << index;
            hit = tarn_find(bytes, size, end, needle, length);
        } else {
            hit = tarn_find(bytes, size, hit + 1, needle, length);
        }
    }
    return mask;
}

// Copies a text column of at least one value with its capital letters made small, eight zero bytes after it; false when
// some byte is not ASCII.
static inline bool tarn_text_fold(const uint8_t *ends, unsigned count, uint8_t *copy) {
    size_t size = tarn_text_end(ends, count - 1);
    memcpy(copy, ends, (size_t)count * 2);
    const uint8_t *bytes = ends + (size_t)count * 2;
    uint8_t *folded = copy + (size_t)count * 2, any = 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = bytes[i];
        any |= byte;
        folded[i] = byte + ((uint8_t)(byte - 'A') < 26 ? 32 : 0);
    }
    memset(folded + size, 0, 8);
    return any < 128;
}

#endif
