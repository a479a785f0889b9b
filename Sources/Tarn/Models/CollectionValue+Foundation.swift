public import FoundationEssentials

extension Data: CollectionValue {}
extension Date: CollectionValue {}
extension Decimal: CollectionValue {}
extension UUID: CollectionValue {}
