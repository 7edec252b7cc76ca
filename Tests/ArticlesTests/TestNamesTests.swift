import Foundation
import Testing

/// A test's name is a sentence that begins with its subject: `checkNamesAMissingFile`, not `namesAMissingFile`.
@Suite struct TestNamesTests {
  /// The plurals that begin a name; any other first word that ends in s is taken for a verb.
  private static let plurals = Set(
    """
    actions activities alternatives ancestors answers arguments arrows behaviors browsers canvas
    cases changes characters closures clusters combinations commands completions conflicts
    contributors copies deliveries diagrams effects entries environments errors escapes events fields findings functions graphs
    headphones labels levels machines methods mutants names numbers objects observers pages parents payloads
    pictures promises properties records regions rejections replays rows rules samples seconds
    sequences signs sources states steps structs subjects tasks texts timeouts transitions traps types
    values walks words
    """.split { $0.isWhitespace })
  /// Words that come after a verb, even one that reads like a plural: `names the`, `samples a`.
  private static let objects: Set<Substring> = [
    "a", "all", "an", "any", "both", "each", "every", "how", "its", "itself", "many", "no", "none",
    "nothing",
    "one", "several", "the", "two", "what", "whatever", "which", "who", "why",
  ]
  private static let predicates: Set<Substring> = [
    "are", "can", "do", "does", "has", "have", "is", "may",
  ]

  @Test func nameOfATestBeginsWithItsSubject() throws {
    let names = try Self.names()
    #expect(names.count > 1_000)
    #expect(
      names.filter { !Self.hasSubject($0.name) }.map { "\($0.file): \($0.name)" } == [],
      "say who does it; if the first word is a plural, add it to `plurals`")
  }

  @Test(arguments: [
    ("namesAMissingFile", false), ("checkNamesAMissingFile", true), ("areToldApart", false),
    ("namesAreDrawn", true), ("refuses", false), ("stressesAName", false), ("processEnds", true),
  ]) func subjectIsNoVerb(name: String, hasSubject: Bool) {
    #expect(Self.hasSubject(name) == hasSubject)
  }

  private static func hasSubject(_ name: String) -> Bool {
    let words = name.replacing(#/[A-Z]/#) { " \($0.output.lowercased())" }.split(separator: " ")
    let (first, second) = (words[0], words.dropFirst().first ?? "")
    if predicates.contains(first) { return false }
    return !first.hasSuffix("s") || first.hasSuffix("ss")
      || plurals.contains(first) && !objects.contains(second)
  }

  private static func names() throws -> [(file: String, name: String)] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var names: [(file: String, name: String)] = []
    for folder in ["Tests", "IntegrationTests", "Examples"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      for case let file as String in files ?? .init()
      where file.hasSuffix(".swift") && !file.contains(".build") {
        let text = try String(
          contentsOf: root.appending(path: "\(folder)/\(file)"), encoding: .utf8)
        var isTest = false
        for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
          isTest = isTest || line.hasPrefix("@Test")
          guard isTest, !line.hasPrefix("//"), let found = line.firstRange(of: "func ") else {
            continue
          }
          names.append(
            (
              "\(folder)/\(file)",
              String(line[found.upperBound...].prefix { $0.isLetter || $0.isNumber })
            ))
          isTest = false
        }
      }
    }
    return names
  }
}
