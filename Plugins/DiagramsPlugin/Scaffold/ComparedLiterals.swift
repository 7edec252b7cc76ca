/// The texts, characters and bytes with which a machine's code compares what it is given.
///
/// A parser treats each of them in its own way, so a step is tried with each.
struct ComparedLiterals {
  /// String literals with their quotes, the first ones in the code first.
  private var texts: [String] = []
  /// Bytes, such as `0x0A` and `UInt8(ascii: "a")`.
  private var bytes: [String] = []
  /// Decimal numbers that are compared with something and may be bytes.
  private var numbers: [String] = []
  /// The positive numbers, but for 1, with which named values are compared, such as 429 in `status == 429`.
  private var numbersByName: [String: [String]] = [:]
  /// The name of the value that the last `switch` takes apart.
  private var switched: String?
  /// The enums whose raw values the code reads or makes cases from, each with the name of a case, or `nil` for all.
  private(set) var rawValues: [(type: String, name: String?)] = []
  /// The constants of other types that the code names, but doesn't add to something, such as `ASCII.newline`.
  private(set) var constants: [String] = []
  /// The names of lists in which the code looks for a value, such as `buffer` in `buffer.firstIndex(of: 10)`.
  private var searched: Set<String> = []
  /// A Boolean value that indicates whether the code names types of bytes.
  private var readsBytes = false
  /// The numbers that are raw values of cases, such as `0xFC` in `case stop = 0xFC`.
  private var raw: Set<String> = []
  /// The names that are compared with something, such as `current` in `guard id == current`.
  private var names: Set<String> = []
  /// The least numbers that the code asserts or requires, by the names of the values: 4 for `assert(width >= 4)`.
  private var limits: [String: Int] = [:]
  /// The numbers with which the code compares how long values are, by their names: 6 for `code.count == 6`.
  private var lengths: [String: Int] = [:]
  /// The names that follow a dot, such as `isLast` in `frame.isLast`.
  private var members: Set<String> = []
  /// The names of types that the code catches, or into which it casts a value.
  private(set) var caught: Set<String> = []
  /// A Boolean value that indicates whether the code makes identifiers that differ in each run.
  private var makesIdentifiers = false

  /// The number of literals that are tried.
  private static let most = 8

  /// Reads the files of a machine.
  init(in files: [String]) {
    for file in files { read(SwiftText(file)) }
  }

  /// Returns the literals that are values of a type.
  func values(of type: String) -> [String] {
    let values: [String]
    switch type {
    case "String", "Substring": values = texts
    case "Character", "Unicode.Scalar", "UnicodeScalar":
      values = texts.filter(Self.isCharacter)
    case "UInt8":
      // The cases of an enum are tried by their names.
      let all = bytes + (readsBytes ? numbers : [])
      values = rawValues.isEmpty ? all : all.filter { !raw.contains($0) }
    case "Data": values = self.values(of: "UInt8").map { "\(type)([\($0)])" }
    case "NSData", "NSMutableData":
      values = self.values(of: "UInt8").map { "\(type)(data: Data([\($0)]))" }
    case "ByteBuffer": values = self.values(of: "UInt8").map { "\(type)(bytes: [\($0)])" }
    case "HTTPURLResponse", "URLResponse":
      values = numbers(comparedWith: "statusCode").map(StandardSamples.response)
    default: values = []
    }
    return Array(values.prefix(Self.most))
  }

  /// Returns a Boolean value that indicates whether the code compares an identifier that it holds with one that it
  /// is given, so that another one makes a difference.
  func comparesIdentifier(named name: String) -> Bool { !makesIdentifiers && names.contains(name) }

  /// Returns the numbers, without 0 and 1, that the code compares with values of a name.
  func numbers(comparedWith name: String, areWhole: Bool = true) -> [String] {
    let all = numbersByName[name, default: []]
    return Array(all.filter { !areWhole || Int($0) != nil }.prefix(Self.most))
  }

  /// Returns a value of a type that is as long as the code asks of values with a name; `nil` if it doesn't.
  func value(of type: String, asLongAs name: String) -> String? {
    guard let length = lengths[name] else { return nil }
    switch type {
    case "String": return "\"" + String(repeating: "a", count: length) + "\""
    case "Data": return "Data(count: \(length))"
    case "[UInt8]": return "Array(repeating: 0, count: \(length))"
    default: return nil
    }
  }

  /// Returns the least number for which the code doesn't stop.
  func limit(of name: String) -> Int? { limits[name] }

  /// Returns a Boolean value that indicates whether the code looks for a value in a list with a name.
  func searches(_ name: String) -> Bool { searched.contains(name) }

  /// Returns a Boolean value that indicates whether the code asks values for a property.
  func reads(property name: String) -> Bool { members.contains(name) }

  private mutating func read(_ text: SwiftText) {
    var place = 0
    while place < text.characters.count {
      let start = place
      switch text.parts[place] {
      case .comment: place += 1
      case .text:
        while place < text.characters.count, text.parts[place] == .text { place += 1 }
        let literal = String(text.characters[start..<place])
        guard !literal.hasPrefix("\"\"\""), literal.hasSuffix("\""), !literal.contains("\\("),
          (3...20).contains(literal.count)
        else { continue }
        let code = Self.code(before: start, in: text)
        if code.hasSuffix("UInt8(ascii:") {
          Self.add("UInt8(ascii: \(literal))", to: &bytes)
        } else if Self.compares(code) || Self.searches(code) {
          Self.add(literal, to: &texts)
        }
      case .code:
        let word = text.word(from: place)
        place += max(word.count, 1)
        if start > 0, text.characters[start - 1] == "." { readMember(word, at: start, in: text) }
        if ["UInt8", "ByteBuffer", "Data", "NSData"].contains(word) { readsBytes = true }
        let isByte = Int(word).map { (1...255).contains($0) } ?? false
        if isByte || word.hasPrefix("0x") && word.count <= 4 {
          let before = Self.code(before: start, in: text)
          if Self.compares(before) {
            if isByte { Self.add(word, to: &numbers) } else { Self.add(word, to: &bytes) }
            if before.hasSuffix(" =") { raw.insert(word) }
          }
        }
        for (property, literal) in Self.classes where word == property {
          Self.add(literal, to: &texts)
        }
        if ["catch", "as", "is"].contains(word) {
          let names = text.line(from: place).prefix { $0 != "{" }
            .split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
          caught.formUnion(word == "catch" ? names : Array(names.prefix(1)))
        } else if word == "case" {
          let path = Self.path(in: text.line(from: place).trimmed, with: "_.")
          if path.first?.isUppercase == true { caught.insert(String(path.prefix { $0 != "." })) }
        }
        if word == "UUID", text.line(from: place).hasPrefix("()") { makesIdentifiers = true }
        if word == "rawValue" { readRawValue(at: start, in: text) }
        if word == "switch" {
          let value = text.line(from: place).prefix { $0 != "{" }
          switched = value.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last.map(String.init)
        }
        if word == "case", let switched { readPatterns(of: switched, text.line(from: place)) }
        if word.isEmpty, text.characters[start] != " ",
          let sign = ["==", "!=", ">=", "<=", "..<", "...", "->", "- ", ">", "<"]
            .first(where: text.line(from: start).hasPrefix)
        {
          readComparison(sign, at: start, in: text)
          place += sign.count - 1
        }
      }
    }
  }

  private mutating func readMember(_ word: String, at start: Int, in text: SwiftText) {
    members.insert(word)
    let path = Self.path(before: start, in: text).split { ".?!".contains($0) }.map(String.init)
    guard let owner = path.last else { return }
    if ["first", "firstIndex", "contains", "firstRange", "starts", "split"].contains(word) {
      searched.insert(owner)
    } else if owner.first?.isUppercase == true, word.first?.isLowercase == true {
      let before = Self.code(before: start - owner.count - 1, in: text)
      guard !["append(", "contentsOf:", "insert("].contains(where: before.hasSuffix) else { return }
      Self.add("\(owner).\(word)", to: &constants)
    }
  }

  private mutating func readComparison(_ sign: String, at start: Int, in text: SwiftText) {
    let sides = Self.names(around: start, sign.count, in: text)
    if sides.first == "count", sides.count == 2, let number = Int(sides[1]),
      (2...40).contains(number)
    {
      let path = Self.path(before: start, in: text).split { ".?!".contains($0) }
      if path.count > 1 {
        lengths[String(path[path.count - 2])] = sign == ">" ? number + 1 : number
      }
    }
    switch sign {
    case "==", "!=":
      names.formUnion(sides)
      if sides.count == 2 { add(sides[1], comparedWith: sides[0]) }
    case "..<", "...":
      // `(400..<500).contains(status)`
      let rest = text.line(from: start)
      guard let call = rest.firstRange(of: ").contains("), let lowest = sides.first else { return }
      let name = rest[call.upperBound...].prefix { $0 != ")" }.split(separator: ".").last
      if let name { add(lowest, comparedWith: String(name)) }
    case "->": break
    default:
      if sign.hasPrefix(">") { readLimit(at: start, in: text) }
      guard sides.count == 2 else { return }
      // A value that another one is less than, equal to or greater than.
      if sides.allSatisfy({ $0.first?.isLetter == true }) {
        for name in sides { add("2", comparedWith: name) }
      }
      guard sign != "- " else { return }
      guard let number = Int(sides[1]) else {
        // One on each side, because 0 and 1 may be on the same.
        if let limit = Double(sides[1]) { add("\(limit / 2)", comparedWith: sides[0]) }
        return add(sides[1], comparedWith: sides[0])
      }
      // The least number on the other side of the limit.
      add("\([">", "<="].contains(sign) ? number + 1 : number)", comparedWith: sides[0])
    }
  }

  /// Reads the numbers of a pattern, such as 429 and 500 in `case 429, 500..<600:`.
  private mutating func readPatterns(of name: String, _ line: String) {
    for pattern in line.prefix(while: { $0 != ":" }).split(separator: ",") {
      add(String(String(pattern).trimmed.prefix(while: \.isNumber)), comparedWith: name)
    }
  }

  private mutating func add(_ number: String, comparedWith name: String) {
    guard let value = Double(number), value > 0, value != 1 else { return }
    Self.add(number, to: &numbersByName[name, default: []])
  }

  /// Reads the name of an enum, and of its case, from `Command.stop.rawValue` or `Command(rawValue: byte)`.
  private mutating func readRawValue(at place: Int, in text: SwiftText) {
    let path = Self.path(before: place, in: text, with: "_.`(")
    let names = path.split { ".(".contains($0) }.map { String($0).unquoted }
    if path.hasSuffix("("), let type = names.last {
      rawValues.append((type, nil))
    } else if path.hasSuffix("."), names.count > 1 {
      rawValues.append((names[names.count - 2], names[names.count - 1]))
    }
  }

  /// Reads what follows `assert(width >` or `precondition(width >`, if that is a number.
  private mutating func readLimit(at place: Int, in text: SwiftText) {
    let before = Self.code(before: place, in: text)
    guard let start = ["assert(", "precondition("].first(where: before.hasPrefix) else { return }
    let rest = text.line(from: place + 1).trimmed
    let isOpen = !rest.hasPrefix("=")
    let name = before.dropFirst(start.count).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let number = (isOpen ? rest : String(rest.dropFirst()).trimmed).prefix(while: \.isNumber)
    if let name = name.last, let number = Int(number) {
      limits[String(name)] = isOpen ? number + 1 : number
    }
  }

  /// Characters of the classes that code asks about.
  private static let classes = [
    ("isNewline", #""\n""#), ("isWhitespace", #"" ""#), ("isNumber", #""1""#),
    ("isLetter", #""a""#),
  ]

  private static func add(_ literal: String, to list: inout [String]) {
    if !list.contains(literal) { list.append(literal) }
  }

  private static func isCharacter(_ literal: String) -> Bool {
    let text = literal.dropFirst().dropLast()
    return text.count == 1 || (text.count == 2 && text.first == "\\")
      || (text.hasPrefix(#"\u{"#) && text.firstIndex(of: "}") == text.indices.last)
  }

  private static let signsOfPaths = "_.?!"

  /// Returns the path at the beginning of a text: letters, digits and some signs.
  private static func path(in text: some Sequence<Character>, with signs: String) -> [Character] {
    Array(text.prefix { $0.isLetter || $0.isNumber || signs.contains($0) })
  }

  /// Returns the path before a sign, such as `id.count`.
  private static func path(
    before place: Int, in text: SwiftText, with signs: String = signsOfPaths
  ) -> String {
    String(path(in: code(before: place, in: text).reversed(), with: signs).reversed())
  }

  /// Returns the last names of the paths before and after a sign.
  private static func names(around place: Int, _ count: Int, in text: SwiftText) -> [String] {
    let after = String(path(in: text.line(from: place + count).trimmed, with: signsOfPaths))
    return [path(before: place, in: text), after].compactMap {
      // The point of a number, such as 0.5, is part of it.
      $0.first?.isNumber == true ? $0 : $0.split { ".?!".contains($0) }.last.map(String.init)
    }
  }

  /// Returns the code of a line before a place, without spaces at its end.
  private static func code(before place: Int, in text: SwiftText) -> String {
    let start = text.characters[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return String(text.characters[start..<place]).trimmed
  }

  /// Returns a Boolean value that indicates whether code compares something with what follows, or is a constant
  /// with which it does so.
  private static func compares(_ code: String) -> Bool {
    let isPattern = code.hasPrefix("case ") && !code.contains("(") && !code.contains(":")
    return isPattern || code == "case"
      || ["==", "!=", "~=", "Character =", "UInt8 =", "Unicode.Scalar ="]
        .contains(where: code.hasSuffix)
  }

  /// Returns a Boolean value that indicates whether code looks for what follows.
  private static func searches(_ code: String) -> Bool {
    ["hasPrefix(", "hasSuffix(", ".contains(", "(of:", "starts(with:"]
      .contains(where: code.hasSuffix)
  }
}
