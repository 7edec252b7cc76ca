/// Numbers for the texts of values, because many combinations of fields are compared.
struct DistinctTexts {
  /// Whether the chosen values lack each field.
  let missing: [[Bool]]

  private let chosen: [[Int]]
  private let others: [[Int]]
  private let chosenKinds: [[Int]]
  private let otherKinds: [[Int]]
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
    chosenKinds = Self.kinds(chosen, self.chosen)
    otherKinds = Self.kinds(others, self.others)
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

  /// Returns whether a condition on some fields is also true for another value, because a chosen one lacks a field, which
  /// a condition on several fields doesn't mention, or because the condition only says `≠ nil`.
  func areLike(_ choice: [Int]) -> Bool {
    guard choice.contains(where: loose.contains) else { return false }
    let inside = Self.parts(chosenKinds, choice).filter { $0.contains { $0 < Self.known } }
    guard !inside.isEmpty else { return false }
    let outside = Self.parts(otherKinds, choice)
    return inside.contains { fields in
      outside.contains { others in
        var hasSome = false
        let areSome = zip(fields, others).allSatisfy { field, other in
          guard field == Self.some, other != Self.none, other != Self.lacking else {
            return field == other
          }
          hasSome = true
          return true
        }
        return areSome && hasSome
          || choice.count > 1 && zip(fields, others).allSatisfy { $0 == Self.lacking || $0 == $1 }
      }
    }
  }

  private static func parts(_ rows: [[Int]], _ choice: [Int]) -> Set<[Int]> {
    Set(rows.map { row in choice.map { row[$0] } })
  }

  // The numbers of fields without a value, with any value, and with none; the others follow.
  private static let (lacking, some, none, known) = (-3, -2, -1, -1)

  private static func kinds(_ values: [[PayloadField]], _ rows: [[Int]]) -> [[Int]] {
    zip(values, rows).map { fields, row in
      zip(fields, row).map { field, number in
        switch field.value {
        case .missing: lacking
        case .some: some
        case .none: none
        default: number
        }
      }
    }
  }
}
