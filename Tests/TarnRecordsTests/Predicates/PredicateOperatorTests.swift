import Testing

@testable import TarnRecords

/// What each operator of a predicate's text is read as; section 6 of the rules lists them.
@Suite struct PredicateOperatorTests {
    private func check(_ cases: [(text: String, words: String)], _ location: SourceLocation = #_sourceLocation) {
        for (text, words) in cases {
            do {
                let read = try PredicateSample.words(text)
                #expect(read == words, "\(text)", sourceLocation: location)
            } catch {
                Issue.record("\(text): \(error)", sourceLocation: location)
            }
        }
    }

    // PS1: == = != <> < <= =< > >= =>
    @Test func comparisons() {
        check([
            ("age == 5", "age == 5"), ("age = 5", "age == 5"), ("age != 5", "age != 5"), ("age <> 5", "age != 5"),
            ("age<5", "age < 5"), ("age <= 5", "age <= 5"), ("age =< 5", "age <= 5"), ("age > 5", "age > 5"),
            ("age>=5", "age >= 5"), ("age => 5", "age >= 5"), ("5 < age", "age > 5"), ("5 >= age", "age <= 5"),
            ("5 == age", "age == 5"), ("age == in", "age == in"), ("age == `in`", "age == in"),
            ("1 == 1", "TRUE"), ("1 > 2", "FALSE"), ("note == nil", "note == nil"), ("nil != note", "note != nil"),
        ])
    }

    // PS1: AND OR NOT && || !, parentheses
    @Test func logic() {
        check([
            ("age > 1 OR age > 2 AND age > 3", "(age > 1 OR (age > 2 AND age > 3))"),
            ("age > 1 || age > 2 && age > 3", "(age > 1 OR (age > 2 AND age > 3))"),
            ("(age > 1 or age > 2) and not age > 3", "((age > 1 OR age > 2) AND NOT age > 3)"),
            ("!(age > 1)", "NOT age > 1"), ("NOT NOT age > 1", "age > 1"),
            ("NOT age == 1 AND flag", "(NOT age == 1 AND flag == true)"),
            ("((age)) > 1", "age > 1"), ("TRUEPREDICATE", "TRUE"), ("NOT FALSEPREDICATE", "TRUE"),
            ("flag AND NOT any", "(flag == true AND NOT any == true)"), ("flag == NO", "flag == false"),
        ])
    }

    // PS1: IN, BETWEEN
    @Test func setsAndRanges() {
        check([
            ("age IN {1, 2}", "age IN {1, 2}"), ("age in (1,2)", "age IN {1, 2}"), ("age IN [-1]", "age IN {-1}"),
            ("age IN {}", "age IN {}"), ("age NOT IN {1}", "NOT age IN {1}"),
            ("ANY dogs.name IN {'a', 'b'}", "ANY dogs (name IN {\"a\", \"b\"})"),
            ("NONE scores IN {1}", "NONE scores (SELF IN {1})"), ("'x' IN tags", "ANY tags (SELF == \"x\")"),
            ("name IN[c] {'a'}", "name ==[c] \"a\""), ("5 IN {5, 6}", "TRUE"),
            ("age BETWEEN {1, 9}", "(age >= 1 AND age <= 9)"), ("age between 1 and 9", "(age >= 1 AND age <= 9)"),
            ("age BETWEEN 1 AND 9 AND age != 5", "(age >= 1 AND age <= 9 AND age != 5)"),
            ("ANY dogs.age BETWEEN {1, 9}", "ANY dogs ((age >= 1 AND age <= 9))"),
            ("city.size BETWEEN {1, 2}", "(ANY city (size >= 1) AND ANY city (size <= 2))"),
        ])
    }

    // PS1: BEGINSWITH ENDSWITH CONTAINS LIKE [c] [d] [cd]
    @Test func textSearches() {
        check([
            ("name CONTAINS 'a'", "name CONTAINS \"a\""), ("name beginswith 'a'", "name BEGINSWITH \"a\""),
            ("name EndsWith[c] 'a'", "name ENDSWITH[c] \"a\""), ("name CONTAINS[cd] 'a'", "name CONTAINS[cd] \"a\""),
            ("name contains [D] 'a'", "name CONTAINS[d] \"a\""), ("name LIKE[c] 'a*'", "name LIKE[c] \"a*\""),
            ("name ==[c] 'a'", "name ==[c] \"a\""), ("name !=[cd] 'a'", "NOT name ==[cd] \"a\""),
            ("ANY dogs.name CONTAINS[c] 'x'", "ANY dogs (name CONTAINS[c] \"x\")"),
            ("ANY dogs.name !=[c] 'x'", "ANY dogs (NOT name ==[c] \"x\")"),
            ("name CONTAINS note", "name CONTAINS note"), ("'Annabel' CONTAINS name", "\"Annabel\" CONTAINS name"),
            ("name ==[c] note", "name ==[c] note"),
        ])
    }

    // PS1: ANY SOME ALL NONE, before paths and lists
    @Test func quantifiers() {
        check([
            ("ANY dogs.age > 3", "ANY dogs (age > 3)"), ("SOME dogs.age > 3", "ANY dogs (age > 3)"),
            ("ALL dogs.age > 3", "ALL dogs (age > 3)"), ("NONE dogs.age > 3", "NONE dogs (age > 3)"),
            ("NOT ANY dogs.age > 3", "NONE dogs (age > 3)"), ("NOT NONE dogs.age > 3", "ANY dogs (age > 3)"),
            ("ANY dogs.good", "ANY dogs (good == true)"), ("3 < ANY dogs.age", "ANY dogs (age > 3)"),
            ("ANY {1, 2} == age", "(age == 1 OR age == 2)"), ("age > ALL {1, 2}", "(age > 1 AND age > 2)"),
            ("NONE {1, 2} == age", "NOT (age == 1 OR age == 2)"), ("ANY scores > 3", "ANY scores (SELF > 3)"),
            ("scores[*] > 3", "ANY scores (SELF > 3)"), ("ALL tags BEGINSWITH 'a'", "ALL tags (SELF BEGINSWITH \"a\")"),
            ("ANY friend.dogs.toys == 'ball'", "ANY friend (ANY dogs (ANY toys (SELF == \"ball\")))"),
            ("ANY dogs.owner.name == nil", "ANY dogs ((owner == nil OR ANY owner (name == nil)))"),
            ("ALL friend.dogs.age > 3", "(friend == nil OR ANY friend (ALL dogs (age > 3)))"),
        ])
    }

    // PS1: @count @size @min @max @sum @avg
    @Test func aggregates() {
        check([
            ("dogs.@count > 3", "dogs.@count > 3"), ("dogs.@size == 0", "dogs.@count == 0"),
            ("3 < scores.@count", "scores.@count > 3"), ("scores[SIZE] == 1", "scores.@count == 1"),
            ("dogs.@max.age > 3", "dogs.@max.age > 3"), ("dogs.@min.name == 'a'", "dogs.@min.name == \"a\""),
            ("dogs.@avg.weight < 3", "dogs.@avg.weight < 3.0"), ("dogs.@sum.age >= 3.5", "dogs.@sum.age >= 3.5"),
            ("scores.@max > 3", "scores.@max > 3"), ("scores.@avg > 3", "scores.@avg > 3.0"),
            ("dogs.age.@max > 3", "dogs.@max.age > 3"), ("friend.dogs.@count > 0", "ANY friend (dogs.@count > 0)"),
            ("friend.dogs.@count == 0", "(friend == nil OR ANY friend (dogs.@count == 0))"),
            ("ANY dogs.toys.@count > 2", "ANY dogs (toys.@count > 2)"), ("dogs.@count > 2.5", "dogs.@count > 2.5"),
            ("dogs.@count > scores.@count", "dogs.@count > scores.@count"),
            ("friend.@count == 1", "friend.@count == 1"),
            ("dogs.@max.age > age", "dogs.@max.age > age"),
        ])
    }

    // PS1: SUBQUERY(path, $x, condition).@count
    @Test func subqueries() {
        check([
            (
                "SUBQUERY(dogs, $d, $d.age > 3 AND $d.name == 'x').@count > 1",
                "SUBQUERY(dogs, (age > 3 AND name == \"x\")).@count > 1"
            ),
            (
                "SUBQUERY(dogs, $x, ANY $x.toys == 'a').@size == 0",
                "SUBQUERY(dogs, ANY toys (SELF == \"a\")).@count == 0"
            ),
            ("SUBQUERY(scores, $s, $s > 3).@count == 2", "SUBQUERY(scores, SELF > 3).@count == 2"),
            ("SUBQUERY(friend.dogs, $d, $d.good).@count > 0", "ANY friend (SUBQUERY(dogs, good == true).@count > 0)"),
            (
                "SUBQUERY(dogs, $d, SUBQUERY($d.toys, $t, $t == 'a').@count > 1).@count > 2",
                "SUBQUERY(dogs, SUBQUERY(toys, SELF == \"a\").@count > 1).@count > 2"
            ),
            ("SUBQUERY(dogs, $d, $d == #3).@count == 1", "SUBQUERY(dogs, SELF IN {object 3}).@count == 1"),
        ])
    }

    // PS1: dotted paths, @links, link equality
    @Test func links() {
        check([
            ("friend.name == 'x'", "ANY friend (name == \"x\")"),
            ("friend.friend.age < 3", "ANY friend (ANY friend (age < 3))"),
            ("friend.name != 'x'", "(friend == nil OR ANY friend (name != \"x\"))"), ("friend == nil", "friend == nil"),
            ("friend == #5", "friend == object 5"), ("friend == obj('Person', 5)", "friend == object 5"),
            ("city == obj('City', 'Oslo')", "ANY city (name == \"Oslo\")"),
            ("city != obj('City', 'Oslo')", "(city == nil OR ANY city (name != \"Oslo\"))"),
            ("friend IN {#1, #2}", "friend IN {object 1, object 2}"),
            ("friend.city == nil", "(friend == nil OR ANY friend (city == nil))"),
            ("ANY dogs == #3", "ANY dogs (SELF IN {object 3})"),
            ("ANY dogs.owner == #3", "ANY dogs (owner == object 3)"),
            ("ANY @links.Dog.owner.age > 3", "ANY @links.Dog.owner (age > 3)"),
            ("@links.Dog.owner.@count == 0", "@links.Dog.owner.@count == 0"),
            ("friend.age > age", "friend.age > age"),
            ("ANY friend.@links.Person.friend.age > 3", "ANY friend (ANY @links.Person.friend (age > 3))"),
            ("city IN {obj('City', 'a'), obj('City', 'b')}", "(ANY city (name == \"a\") OR ANY city (name == \"b\"))"),
        ])
    }

    // PS1: map['k'] @keys @values, list[0] [FIRST] [LAST] [SIZE] [*], @type
    @Test func mapsListsAndKinds() {
        check([
            ("phones['home'] == '12'", "phones[\"home\"] == \"12\""),
            ("ANY phones.@keys == 'home'", "ANY phones (@key == \"home\")"),
            ("ANY phones.@values BEGINSWITH '1'", "ANY phones (SELF BEGINSWITH \"1\")"),
            ("ANY phones == '1'", "ANY phones (SELF == \"1\")"),
            ("phones.@count == 1", "phones.@count == 1"), ("pets['a'].name == 'x'", "pets[\"a\"].name == \"x\""),
            ("ANY pets.@values.age > 3", "ANY pets (age > 3)"), ("pets['a'] == nil", "pets[\"a\"] == nil"),
            ("scores[0] > 3", "scores[0] > 3"), ("scores[FIRST] > scores[LAST]", "scores[FIRST] > scores[LAST]"),
            ("dogs[1].owner.name == 'x'", "dogs[1].owner.name == \"x\""),
            ("friend.scores[0] == 1", "ANY friend (scores[0] == 1)"),
            ("phones['home'] CONTAINS[c] '1'", "phones[\"home\"] CONTAINS[c] \"1\""),
            ("thing.@type == 'int'", "thing.@type IN {'int'}"), ("thing[0] == 1", "thing[0] == 1"),
            ("thing == 5", "thing == 5"), ("thing CONTAINS 'x'", "thing CONTAINS \"x\""),
        ])
    }

    // PS1: TEXT
    @Test func fullText() {
        check([
            ("story TEXT 'swift act*'", "story TEXT \"swift act*\""),
            ("friend.story TEXT 'a'", "ANY friend (story TEXT \"a\")"), ("text == 1", "text == 1"),
        ])
    }

    // PS1: + - * /
    @Test func arithmetic() {
        check([
            ("age + 1 > 5", "(age + 1) > 5"), ("age * 2 + 1 > 5", "((age * 2) + 1) > 5"),
            ("(age + 1) * 2 > 5", "((age + 1) * 2) > 5"), ("age - 1 - 2 == 0", "((age - 1) - 2) == 0"),
            ("-age < 0", "(0 - age) < 0"), ("age > 2 * 3", "age > (2 * 3)"), ("age / 2 == ratio", "(age / 2) == ratio"),
            ("friend.age - age > 5", "(friend.age - age) > 5"),
            ("dogs.@sum.age / dogs.@count > 2", "(dogs.@sum.age / dogs.@count) > 2"),
            ("ANY dogs.age + 1 > 3", "ANY dogs ((age + 1) > 3)"), ("age -1 > 3", "(age - 1) > 3"),
        ])
    }

    // PS1: SORT DISTINCT LIMIT, any number, from left to right
    @Test func suffixes() throws {
        let name = try #require(PredicateSample.person.column(named: "name"))
        let age = try #require(PredicateSample.person.column(named: "age"))
        let city = try #require(PredicateSample.person.column(named: "city"))
        let all = try PredicateSample.steps(
            "age > 1 SORT(name ASC, age DESC) DISTINCT(age) LIMIT(3) SORT(city.name) limit(%@)", [.integer(2)])
        #expect(
            all.dropFirst() == [
                .sort([SortKey(column: name), SortKey(column: age, ascending: false)]), .distinct([age]),
                .limit(count: 3, offset: 0), .sort([SortKey(path: [city], column: 0)]), .limit(count: 2, offset: 0),
            ])
        #expect(
            try PredicateSample.steps("SORT(name descending)") == [.sort([SortKey(column: name, ascending: false)])])
        #expect(try PredicateSample.words("sort AND text == 3") == "(sort == true AND text == 3)")
    }
}
