#include "peer.h"
#include <stdlib.h>

// Sums the name lengths of the rows that one page of index entries names.
static int read_names(MDB_cursor *rows, const MDB_val *page, int64_t *check) {
    for (size_t offset = 0; offset < page->mv_size; offset += sizeof(int64_t)) {
        MDB_val key = {sizeof(int64_t), (char *)page->mv_data + offset}, value;
        const int code = mdb_cursor_get(rows, &key, &value, MDB_SET_KEY);
        if (code != 0) return code;
        *check += head_of(&value)->name_length;
    }
    return 0;
}

int lmdb_peer_read_by_age(lmdb_peer *peer, int64_t ages, int64_t *check) {
    row_walk walk;
    MDB_cursor *index;
    *check = 0;
    int code = begin_walk(peer, &walk);
    if (code != 0) return code;
    code = mdb_cursor_open(peer->reader, peer->ages, &index);
    if (code != 0) return end_walk(peer, &walk, code);
    for (int64_t age = 0; code == 0 && age < ages; age++) {
        MDB_val key = {sizeof age, &age}, page;
        code = mdb_cursor_get(index, &key, &page, MDB_SET);
        if (code == 0) code = mdb_cursor_get(index, &key, &page, MDB_GET_MULTIPLE);
        while (code == 0) {
            code = read_names(walk.cursor, &page, check);
            if (code == 0) code = mdb_cursor_get(index, &key, &page, MDB_NEXT_MULTIPLE);
        }
        if (code == MDB_NOTFOUND) code = 0;
    }
    mdb_cursor_close(index);
    return end_walk(peer, &walk, code);
}

typedef struct {
    double score;
    int64_t id;
    int64_t name_length;
} candidate;

// Puts a candidate in its place among the best so far, best first, and returns their new number.
static size_t keep_best(candidate *best, size_t count, size_t limit, candidate new) {
    size_t place = count < limit ? count++ : limit - 1;
    for (; place > 0 && best[place - 1].score < new.score; place--) best[place] = best[place - 1];
    best[place] = new;
    return count;
}

int lmdb_peer_top(lmdb_peer *peer, size_t limit, int64_t *check) {
    row_walk walk;
    size_t count = 0;
    candidate *best = malloc(limit * sizeof *best);
    if (best == NULL) return ENOMEM;
    int code = begin_walk(peer, &walk);
    if (code == 0) {
        while ((code = next_row(&walk)) == 0) {
            const row_head *head = head_of(&walk.value);
            if (count == limit && head->score <= best[limit - 1].score) continue;
            count = keep_best(best, count, limit, (candidate){head->score, id_of(&walk), head->name_length});
        }
        code = end_walk(peer, &walk, code);
    }
    *check = 0;
    for (size_t i = 0; i < count; i++) *check += best[i].id;
    free(best);
    return code;
}

// Maps a double to an integer of the opposite order, so that an ascending sort gives descending scores.
static uint64_t descending_key(double score) {
    uint64_t bits;
    memcpy(&bits, &score, sizeof bits);
    return ~((bits >> 63) ? ~bits : bits | (uint64_t)1 << 63);
}

int lmdb_peer_sort_all(lmdb_peer *peer, uint64_t *check) {
    row_walk walk;
    size_t count = 0, rows;
    int code = lmdb_peer_count(peer, &rows);
    if (code != 0) return code;
    keyed_id *entries = malloc(2 * rows * sizeof *entries + 1);
    if (entries == NULL) return ENOMEM;
    code = begin_walk(peer, &walk);
    if (code == 0) {
        while (count < rows && (code = next_row(&walk)) == 0) {
            entries[count++] = (keyed_id){descending_key(head_of(&walk.value)->score), id_of(&walk)};
        }
        code = end_walk(peer, &walk, code);
    }
    sort_by_key(entries, entries + rows, count);
    *check = 0;
    for (size_t i = 0; i < count; i++) *check ^= (uint64_t)entries[i].id * (i + 1);
    free(entries);
    return code;
}
