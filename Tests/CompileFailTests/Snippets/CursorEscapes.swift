// error: missing reinitialization of inout parameter 'cursor' after consume
import TarnLMDB

func keep(_ transaction: borrowing ReadTransaction, _ tree: Database) throws {
    try transaction.withCursor(in: tree) { cursor in
        let kept = consume cursor
        use(kept)
    }
}

func use(_ cursor: consuming ReadCursor) {}
