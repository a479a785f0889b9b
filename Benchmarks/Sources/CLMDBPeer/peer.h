// What the parts of the peer share: its handles, the encoding of a row, and the walk over all rows.
#ifndef PEER_H
#define PEER_H

#include "lmdb_peer.h"
#include <errno.h>
#include <lmdb.h>
#include <string.h>

struct lmdb_peer {
    MDB_env *environment;
    MDB_dbi rows;    // id -> row, integer keys
    MDB_dbi ages;    // age -> ids, sorted duplicates of fixed size
    MDB_txn *reader; // kept between reads and renewed, as LMDB advises
};

// A stored row: this head, then the bytes of name and city.
typedef struct __attribute__((packed)) {
    double score;
    int64_t age;
    int64_t created_at;
    uint8_t active;
    uint8_t name_length;
    uint8_t city_length;
} row_head;

// LMDB aligns values to two bytes only, so the head is packed and the compiler loads it byte-safely.
static inline const row_head *head_of(const MDB_val *value) { return (const row_head *)value->mv_data; }
static inline const char *name_of(const row_head *head) { return (const char *)(head + 1); }
static inline const char *city_of(const row_head *head) { return name_of(head) + head->name_length; }

typedef struct {
    MDB_cursor *cursor;
    MDB_val key;
    MDB_val value;
} row_walk;

// Renews the snapshot and opens a cursor on the rows; pair with end_walk.
int begin_walk(lmdb_peer *peer, row_walk *walk);
// Closes the cursor, lets go of the snapshot, and turns "no more rows" into success.
int end_walk(lmdb_peer *peer, row_walk *walk, int code);

static inline int next_row(row_walk *walk) { return mdb_cursor_get(walk->cursor, &walk->key, &walk->value, MDB_NEXT); }

static inline int64_t id_of(const row_walk *walk) {
    int64_t id;
    memcpy(&id, walk->key.mv_data, sizeof id);
    return id;
}

typedef struct {
    uint64_t key;
    int64_t id;
} keyed_id;

// Sorts by key, ascending and stable; needs room for as many entries in `room`.
void sort_by_key(keyed_id *entries, keyed_id *room, size_t count);

#endif
