internal import TarnRecords

/// Full-text search apart from stores.
public enum FullText {
    /// Where in a text the words of a search stand, ascending: to show what was found.
    ///
    /// Words that the search excludes are not among them. O(text).
    public static func ranges(of search: String, in text: String) -> [Range<String.Index>] {
        let places = SearchTest(TextSearch(search)).places(Array(text.utf8))
        var index = text.startIndex
        var offset = 0
        return places.map { place in
            let start = text.utf8.index(index, offsetBy: place.lowerBound - offset)
            index = text.utf8.index(start, offsetBy: place.count)
            offset = place.upperBound
            return start..<index
        }
    }
}
