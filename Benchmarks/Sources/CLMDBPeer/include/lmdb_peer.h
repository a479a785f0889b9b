// The floor: the workloads written in C straight on LMDB, one entry per object and a sorted index on age.
//
// Every call returns 0 or the LMDB code that stopped it. One thread uses a peer at a time.
#ifndef LMDB_PEER_H
#define LMDB_PEER_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t id;
    int64_t age;
    int64_t created_at;
    double score;
    uint8_t active;
    uint8_t name_length;
    uint8_t city_length;
    char name[16];
    char city[8];
} lmdb_peer_row;

typedef struct lmdb_peer lmdb_peer;

const char *lmdb_peer_version(void);
const char *lmdb_peer_message(int code);

int lmdb_peer_open(const char *path, lmdb_peer **out);
void lmdb_peer_close(lmdb_peer *peer);

// Writes: one durable transaction each, except that insert_durably makes one for every row.
int lmdb_peer_insert_all(lmdb_peer *peer, const lmdb_peer_row *rows, size_t count);
int lmdb_peer_insert_durably(lmdb_peer *peer, const lmdb_peer_row *rows, size_t count);
int lmdb_peer_set_scores(lmdb_peer *peer, const int64_t *ids, size_t count, double score);
int lmdb_peer_delete(lmdb_peer *peer, const int64_t *ids, size_t count, size_t *deleted);

// Reads: each in one snapshot.
int lmdb_peer_count(lmdb_peer *peer, size_t *count);
int lmdb_peer_name_length(lmdb_peer *peer, int64_t id, int64_t *length);
int lmdb_peer_look_up(lmdb_peer *peer, const int64_t *ids, size_t count, int64_t *check);
int lmdb_peer_count_filtered(lmdb_peer *peer, double above, int64_t *check);
int lmdb_peer_read_by_age(lmdb_peer *peer, int64_t ages, int64_t *check);
int lmdb_peer_sum_scores(lmdb_peer *peer, double *check);
int lmdb_peer_top(lmdb_peer *peer, size_t limit, int64_t *check);
int lmdb_peer_sort_all(lmdb_peer *peer, uint64_t *check);
int lmdb_peer_read_all(lmdb_peer *peer, int64_t *check);
int lmdb_peer_count_city(lmdb_peer *peer, const char *city, int64_t *check);
int lmdb_peer_count_name_containing(lmdb_peer *peer, const char *text, int64_t *check);

#endif
