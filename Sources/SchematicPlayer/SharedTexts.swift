/// JSON in which each long text stands once, however often it is used.
///
/// A state with a long name is named by each transition that leads to it, so that a page would have the
/// name many times. The program puts the texts back: see `unpacked` in `interpreter.js`.
enum SharedTexts {
  /// The most bytes of a text that is written in each of its places.
  private static let mostBytes = 40

  /// Returns a machine with its long texts aside.
  ///
  /// - Parameter json: A valid JSON text.
  /// - Returns: An object of two members: `texts`, a list, and `machine`, the given JSON with `{"$":0}` in
  ///   the places of the first of them. It may stand in a script, because it has no `<`.
  static func packed(_ json: String) -> String {
    let bytes = Array(json.utf8)
    let literals = longLiterals(in: bytes)
    var uses: [ArraySlice<UInt8>: Int] = [:]
    for literal in literals { uses[bytes[literal], default: 0] += 1 }
    var texts: [ArraySlice<UInt8>] = []
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    var machine: [UInt8] = []
    machine.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    for literal in literals {
      let text = bytes[literal]
      guard uses[text, default: 0] > 1 else { continue }
      let number = numbers[text] ?? texts.count
      if number == texts.count {
        numbers[text] = number
        texts.append(text)
      }
      machine += bytes[position..<literal.lowerBound]
      machine += Array("{\"$\":\(number)}".utf8)
      position = literal.upperBound
    }
    machine += bytes[position...]
    let list = texts.joined(separator: [0x2C])
    let packed = Array("{\"texts\":[".utf8) + list + Array("],\"machine\":".utf8) + machine + [0x7D]
    return String(decoding: escaped(packed), as: UTF8.self)
  }

  /// Returns the places of strings that are long and no names of members, with their quotes.
  private static func longLiterals(in bytes: [UInt8]) -> [Range<Int>] {
    var literals: [Range<Int>] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: 0x22) {
      var end = start + 1
      while bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
      index = end + 1
      let isName = bytes[index...].first { $0 != 0x20 } == 0x3A
      if index - start > mostBytes, !isName { literals.append(start..<index) }
    }
    return literals
  }

  /// Returns JSON in which no tag ends the script that it stands in.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(0x3C) else { return json }
    return json.reduce(into: []) { $0 += $1 == 0x3C ? Array("\\u003C".utf8) : [$1] }
  }
}
