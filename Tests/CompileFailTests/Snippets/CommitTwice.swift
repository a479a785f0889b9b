// error: 'transaction' consumed more than once
import TarnLMDB

func commit(_ environment: Environment) throws {
    let transaction = try environment.beginWrite()
    try transaction.commit()
    try transaction.commit()
}
