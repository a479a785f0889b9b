// The checksum of stored values.
#ifndef TARN_KERNELS_HASH_H
#define TARN_KERNELS_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t tarn_hash_step(uint64_t lane, uint64_t word) {
    lane = (lane ^ word) * 0x9E3779B97F4A7C15ull;
    return lane ^ (lane >> 29);
}

// A 64-bit hash of a byte string in four lanes: finds flipped bytes, does not resist an attacker.
// The byte order of the machine is part of it; files are little-endian.
static inline uint64_t tarn_hash(const uint8_t *bytes, size_t count, uint64_t seed) {
    uint64_t a = seed ^ 0x243F6A8885A308D3ull, b = seed ^ 0x13198A2E03707344ull;
    uint64_t c = seed ^ 0xA4093822299F31D0ull, d = seed ^ 0x082EFA98EC4E6C89ull;
    size_t i = 0;
    for (; i + 32 <= count; i += 32) {
        uint64_t words[4];
        memcpy(words, bytes + i, 32);
        a = tarn_hash_step(a, words[0]);
        b = tarn_hash_step(b, words[1]);
        c = tarn_hash_step(c, words[2]);
        d = tarn_hash_step(d, words[3]);
    }
    for (; i < count; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, count - i < 8 ? count - i : 8);
        a = tarn_hash_step(a, word);
    }
    return tarn_hash_step(tarn_hash_step(a ^ (b >> 7) ^ (b << 57), c), d ^ count);
}

#endif
