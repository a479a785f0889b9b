#define _GNU_SOURCE
#include "peer.h"

int lmdb_peer_count(lmdb_peer *peer, size_t *count) {
    MDB_stat statistics;
    int code = mdb_txn_renew(peer->reader);
    if (code != 0) return code;
    code = mdb_stat(peer->reader, peer->rows, &statistics);
    mdb_txn_reset(peer->reader);
    *count = statistics.ms_entries;
    return code;
}

int lmdb_peer_name_length(lmdb_peer *peer, int64_t id, int64_t *length) {
    MDB_val key = {sizeof id, &id}, value;
    int code = mdb_txn_renew(peer->reader);
    if (code != 0) return code;
    code = mdb_get(peer->reader, peer->rows, &key, &value);
    if (code == 0) *length = head_of(&value)->name_length;
    mdb_txn_reset(peer->reader);
    return code;
}

int lmdb_peer_look_up(lmdb_peer *peer, const int64_t *ids, size_t count, int64_t *check) {
    *check = 0;
    int code = mdb_txn_renew(peer->reader);
    if (code != 0) return code;
    for (size_t i = 0; i < count; i++) {
        MDB_val key = {sizeof ids[i], (void *)&ids[i]}, value;
        code = mdb_get(peer->reader, peer->rows, &key, &value);
        if (code != 0) break;
        *check += head_of(&value)->age + head_of(&value)->name_length;
    }
    mdb_txn_reset(peer->reader);
    return code;
}

int lmdb_peer_count_filtered(lmdb_peer *peer, double above, int64_t *check) {
    row_walk walk;
    *check = 0;
    int code = begin_walk(peer, &walk);
    if (code != 0) return code;
    while ((code = next_row(&walk)) == 0) {
        const row_head *head = head_of(&walk.value);
        *check += (head->score > above) & head->active;
    }
    return end_walk(peer, &walk, code);
}

int lmdb_peer_sum_scores(lmdb_peer *peer, double *check) {
    row_walk walk;
    *check = 0;
    int code = begin_walk(peer, &walk);
    if (code != 0) return code;
    while ((code = next_row(&walk)) == 0) *check += head_of(&walk.value)->score;
    return end_walk(peer, &walk, code);
}

int lmdb_peer_read_all(lmdb_peer *peer, int64_t *check) {
    row_walk walk;
    *check = 0;
    int code = begin_walk(peer, &walk);
    if (code != 0) return code;
    double scores = 0;
    while ((code = next_row(&walk)) == 0) {
        const row_head *head = head_of(&walk.value);
        scores += head->score;
        *check += id_of(&walk) + head->age + head->name_length + head->city_length + head->created_at % 1000
            + head->active;
    }
    // The score is read like the other six, though the check leaves it out; the volatile keeps the read alive.
    volatile double kept = scores;
    (void)kept;
    return end_walk(peer, &walk, code);
}

int lmdb_peer_count_city(lmdb_peer *peer, const char *city, int64_t *check) {
    row_walk walk;
    const size_t length = strlen(city);
    *check = 0;
    int code = begin_walk(peer, &walk);
    if (code != 0) return code;
    while ((code = next_row(&walk)) == 0) {
        const row_head *head = head_of(&walk.value);
        *check += head->city_length == length && memcmp(city_of(head), city, length) == 0;
    }
    return end_walk(peer, &walk, code);
}

int lmdb_peer_count_name_containing(lmdb_peer *peer, const char *text, int64_t *check) {
    row_walk walk;
    const size_t length = strlen(text);
    *check = 0;
    int code = begin_walk(peer, &walk);
    if (code != 0) return code;
    while ((code = next_row(&walk)) == 0) {
        const row_head *head = head_of(&walk.value);
        *check += memmem(name_of(head), head->name_length, text, length) != NULL;
    }
    return end_walk(peer, &walk, code);
}
