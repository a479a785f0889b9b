// Looking a column of links up in a set of objects, 64 answers in one word.
#ifndef TARN_KERNELS_LINKS_H
#define TARN_KERNELS_LINKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The set is a mask for each cluster of 64 keys, from the cluster `first` on.
static inline uint64_t tarn_links_among(const uint8_t *column, unsigned count, uint64_t first, const uint64_t *masks,
                                        uint64_t mask_count) {
    uint64_t answer = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t key;
        memcpy(&key, column + (size_t)i * sizeof key, sizeof key);
        uint64_t place = (key >> 6) - first;
        uint64_t mask = place < mask_count ? masks[place] : 0;
        answer |= ((mask >> (key & 63)) & 1) << i;
    }
    return answer;
}

#endif
