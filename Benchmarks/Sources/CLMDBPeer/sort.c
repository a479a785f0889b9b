#include "peer.h"

enum { digit_bits = 8, digits = 8, buckets = 1 << digit_bits };

// Radix sort, least significant digit first: the fastest sort of a million 64-bit keys in plain C. Bytes as digits keep
// the 256 places that are written to within reach of the processor's address cache; eleven bits were slower.
// A digit that is the same in all keys is skipped.
void sort_by_key(keyed_id *entries, keyed_id *room, size_t count) {
    static uint32_t counts[digits][buckets];
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < count; i++) {
        for (int d = 0; d < digits; d++) counts[d][(entries[i].key >> (d * digit_bits)) & (buckets - 1)]++;
    }
    keyed_id *from = entries, *to = room;
    for (int d = 0; d < digits; d++) {
        const int shift = d * digit_bits;
        if (count == 0 || counts[d][(from[0].key >> shift) & (buckets - 1)] == count) continue;
        uint32_t place = 0;
        for (int b = 0; b < buckets; b++) {
            const uint32_t size = counts[d][b];
            counts[d][b] = place;
            place += size;
        }
        for (size_t i = 0; i < count; i++) to[counts[d][(from[i].key >> shift) & (buckets - 1)]++] = from[i];
        keyed_id *const swapped = from;
        from = to;
        to = swapped;
    }
    if (from != entries) memcpy(entries, from, count * sizeof *entries);
}
