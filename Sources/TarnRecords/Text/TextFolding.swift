/// Makes texts that differ only in what a search overlooks the same, scalar by scalar and whatever the locale.
///
/// Case: Unicode's full case folding, made of the mappings that Swift knows: small, then capital, then small again
/// joins what any of them alone keeps apart, so the German sharp s in both sizes is "ss", both small sigmas are one,
/// and the long s is s. The dotless i alone must not meet the capital I on the way; it folds to itself, as Unicode
/// says.
///
/// Marks: canonical decomposition without the nonspacing marks that have a combining class. Signs for vowels that have
/// none, as in Indic scripts and Thai, are spelling and stay. Compatibility forms (ligatures, width, superscripts) are
/// letters of their own, and so are letters with a stroke; Hangul syllables stay whole.
enum TextFolding {
    /// The folded bytes of UTF-8.
    static func fold(_ bytes: some Collection<UInt8>, _ options: Filter.TextOptions) -> [UInt8] {
        var folded: [UInt8] = []
        fold(bytes, options, into: &folded)
        return folded
    }

    /// Appends the folded bytes of UTF-8.
    static func fold(_ bytes: some Collection<UInt8>, _ options: Filter.TextOptions, into folded: inout [UInt8]) {
        if options.isEmpty || bytes.allSatisfy({ $0 < 128 }) {
            guard options.contains(.caseInsensitive) else {
                folded.append(contentsOf: bytes)
                return
            }
            for byte in bytes { folded.append(small(byte)) }
            return
        }
        let table = FoldTable.of(options)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            table.fold(scalar.value) { scalar in
                if scalar < 128 { return folded.append(UInt8(truncatingIfNeeded: scalar)) }
                guard let scalar = Unicode.Scalar(scalar) else { return }
                folded.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
            }
        }
    }

    @inline(__always)
    static func small(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }

    /// The scalars that one becomes.
    static func fold(_ scalar: Unicode.Scalar, _ options: Filter.TextOptions) -> [Unicode.Scalar] {
        var scalars = [scalar]
        if options.contains(.diacriticInsensitive) { scalars = scalars.flatMap(withoutMarks) }
        if options.contains(.caseInsensitive) { scalars = scalars.flatMap(foldCase) }
        // A capital letter's small form can have marks that it did not have.
        return options.rawValue == 3 ? scalars.flatMap(withoutMarks) : scalars
    }

    private static func foldCase(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if scalar.value == 0x131 { return [scalar] }
        return scalar.properties.lowercaseMapping.unicodeScalars
            .flatMap { $0.properties.uppercaseMapping.unicodeScalars }
            .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }

    private static func withoutMarks(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if 0xAC00...0xD7A3 ~= scalar.value { return [scalar] }
        return CanonicalParts.of(scalar).filter { scalar in
            let properties = scalar.properties
            return properties.generalCategory != .nonspacingMark || properties.canonicalCombiningClass == .notReordered
        }
    }
}

/// What the scalars of the common alphabets fold to, worked out once.
struct FoldTable: Sendable {
    private static let limit: UInt32 = 0x3100
    /// What is written for a scalar that becomes none or several.
    private static let several = UInt32.max

    private let options: Filter.TextOptions
    private var single: [UInt32] = []
    private var sequences: [UInt32: [UInt32]] = [:]

    private static let caseAlone = FoldTable(.caseInsensitive)
    private static let marksAlone = FoldTable(.diacriticInsensitive)
    private static let caseAndMarks = FoldTable([.caseInsensitive, .diacriticInsensitive])

    static func of(_ options: Filter.TextOptions) -> FoldTable {
        switch options.rawValue & 3 {
        case 1: caseAlone
        case 2: marksAlone
        default: caseAndMarks
        }
    }

    private init(_ options: Filter.TextOptions) {
        self.options = options
        single = Array(0..<Self.limit)
        for value in 0..<Self.limit {
            guard let scalar = Unicode.Scalar(value), Self.mayChange(scalar, options) else { continue }
            let folded = TextFolding.fold(scalar, options).map(\.value)
            if folded.count == 1 {
                single[Int(value)] = folded[0]
            } else {
                single[Int(value)] = Self.several
                sequences[value] = folded
            }
        }
    }

    /// Most scalars have no case, which takes less to ask than to map them.
    private static func mayChange(_ scalar: Unicode.Scalar, _ options: Filter.TextOptions) -> Bool {
        if options.contains(.diacriticInsensitive) { return scalar.value >= 128 || options.rawValue & 1 != 0 }
        let properties = scalar.properties
        return properties.changesWhenLowercased || properties.changesWhenUppercased
    }

    /// Hands out the scalars that one becomes.
    @inline(__always)
    func fold(_ scalar: UInt32, _ body: (UInt32) -> Void) {
        if scalar < Self.limit {
            let folded = single[Int(scalar)]
            if folded != Self.several { return body(folded) }
            for folded in sequences[scalar] ?? [] { body(folded) }
            return
        }
        // Ideographs and syllables have neither case nor marks.
        if 0x3400..<0xA000 ~= scalar || 0xAC00...0xD7A3 ~= scalar { return body(scalar) }
        guard let rare = Unicode.Scalar(scalar) else { return }
        for folded in TextFolding.fold(rare, options) { body(folded.value) }
    }
}
