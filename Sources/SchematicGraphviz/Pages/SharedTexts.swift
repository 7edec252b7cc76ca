/// A form of JSON that contains each long string only once.
///
/// Each transition to a state with a long name contains that name, so a page would contain it many
/// times. The program restores the strings: see `unpacked` in `interpreter.js`.
enum SharedTexts {
  /// The maximum length in bytes of a string that isn't shared.
  private static let mostBytes = 40

  /// Returns a machine with its long strings in a separate list.
  ///
  /// - Parameter json: A valid JSON text.
  /// - Returns: An object with two members: `texts`, a list, and `machine`, the given JSON with
  ///   `{"$":0}` in place of the first string of the list, and so on. It can be part of a script,
  ///   because it contains no `<`.
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

  /// Returns the ranges of long strings that aren't names of members, including their quotes.
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

  /// Returns JSON without any tag that would end the script around it.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(0x3C) else { return json }
    return json.reduce(into: []) { $0 += $1 == 0x3C ? Array("\\u003C".utf8) : [$1] }
  }
}
