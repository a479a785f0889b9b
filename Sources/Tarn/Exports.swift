// What a configuration promises about durability is a term of the byte room; programs name it without importing that.
@_exported public import enum TarnLMDB.Durability
@_exported public import enum TarnRecords.Collation
@_exported public import enum TarnRecords.DeleteRule
@_exported public import enum TarnRecords.MixedKind
