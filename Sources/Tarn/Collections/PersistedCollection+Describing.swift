extension PersistedCollection {
    /// Text like that of an array, cut where it would become long.
    final func describe<Element>(
        _ elements: some Collection<Element>, _ text: (Element) -> String = { describe($0) }
    ) -> String {
        if isInvalidated { return "[] (invalidated)" }
        let shown = elements.prefix(Self.shownElements).map(text)
        let rest = count - shown.count
        return "[" + shown.joined(separator: ", ") + (rest > 0 ? ", ... \(rest) more" : "") + "]"
    }

    /// An element; of an object its class alone, since links can lead in a circle.
    static func describe(_ element: Any) -> String {
        if let object = element as? Object { return "\(ClassDescription.of(type(of: object)).name)(...)" }
        if let text = element as? String { return "\"\(text)\"" }
        return "\(element)"
    }

    private static var shownElements: Int { 20 }
}
