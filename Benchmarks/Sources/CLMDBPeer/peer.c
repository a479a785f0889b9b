#include "peer.h"
#include <stdlib.h>

// Room for every size that is measured; LMDB reserves addresses only.
static const size_t map_size = (size_t)1 << 34;

const char *lmdb_peer_version(void) { return mdb_version(NULL, NULL, NULL); }

const char *lmdb_peer_message(int code) { return mdb_strerror(code); }

static int open_databases(lmdb_peer *peer) {
    MDB_txn *transaction;
    int code = mdb_txn_begin(peer->environment, NULL, 0, &transaction);
    if (code != 0) return code;
    code = mdb_dbi_open(transaction, "rows", MDB_CREATE | MDB_INTEGERKEY, &peer->rows);
    if (code == 0) {
        const unsigned flags = MDB_CREATE | MDB_INTEGERKEY | MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERDUP;
        code = mdb_dbi_open(transaction, "ages", flags, &peer->ages);
    }
    if (code != 0) {
        mdb_txn_abort(transaction);
        return code;
    }
    return mdb_txn_commit(transaction);
}

int lmdb_peer_open(const char *path, lmdb_peer **out) {
    lmdb_peer *peer = calloc(1, sizeof *peer);
    if (peer == NULL) return ENOMEM;
    int code = mdb_env_create(&peer->environment);
    if (code == 0) code = mdb_env_set_maxdbs(peer->environment, 2);
    if (code == 0) code = mdb_env_set_mapsize(peer->environment, map_size);
    if (code == 0) code = mdb_env_open(peer->environment, path, MDB_NOSUBDIR | MDB_NOTLS, 0644);
    if (code == 0) code = open_databases(peer);
    if (code == 0) code = mdb_txn_begin(peer->environment, NULL, MDB_RDONLY, &peer->reader);
    if (code != 0) {
        lmdb_peer_close(peer);
        return code;
    }
    mdb_txn_reset(peer->reader);
    *out = peer;
    return 0;
}

void lmdb_peer_close(lmdb_peer *peer) {
    if (peer->reader != NULL) mdb_txn_abort(peer->reader);
    if (peer->environment != NULL) mdb_env_close(peer->environment);
    free(peer);
}

int begin_walk(lmdb_peer *peer, row_walk *walk) {
    int code = mdb_txn_renew(peer->reader);
    if (code != 0) return code;
    code = mdb_cursor_open(peer->reader, peer->rows, &walk->cursor);
    if (code != 0) mdb_txn_reset(peer->reader);
    return code;
}

int end_walk(lmdb_peer *peer, row_walk *walk, int code) {
    mdb_cursor_close(walk->cursor);
    mdb_txn_reset(peer->reader);
    return code == MDB_NOTFOUND ? 0 : code;
}
