/// Numbers for the texts of values, because many combinations of fields are compared.
struct DistinctTexts {
  /// Whether the chosen values lack each field.
  let missing: [[Bool]]

  private let chosen: [[Int]]
  private let others: [[Int]]
  /// The fields of which some chosen value is missing, or only known to be there.
  private let loose: Set<Int>

  init(_ chosen: [[PayloadField]], _ others: [[PayloadField]]) {
    var numbers: [String: Int] = [:]
    func rows(of values: [[PayloadField]]) -> [[Int]] {
      values.map { fields in
        fields.map { field in
          let text = field.value.description
          let number = numbers[text, default: numbers.count]
          numbers[text] = number
          return number
        }
      }
    }
    (self.chosen, self.others) = (rows(of: chosen), rows(of: others))
    missing = chosen.map { $0.map { $0.value == .missing } }
    loose = chosen.reduce(into: []) { loose, fields in
      for (index, field) in fields.enumerated() where [.missing, .some].contains(field.value) {
        loose.insert(index)
      }
    }
  }

  /// Returns whether no chosen value has the texts of another in some fields.
  ///
  /// A condition can't distinguish values with the same text.
  func distinguish(_ choice: [Int]) -> Bool {
    let inside = Set(chosen.map { row in choice.map { row[$0] } })
    return !others.contains { row in inside.contains(choice.map { row[$0] }) }
  }

  /// Returns whether texts of some fields may be alike though they differ.
  func hasLoose(_ choice: [Int]) -> Bool { choice.contains(where: loose.contains) }
}
