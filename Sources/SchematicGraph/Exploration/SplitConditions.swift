/// Conditions of which each is easy to read, for values that one condition could only describe vaguely.
///
/// In place of one arrow that is decided by `count`, `kind` and `isLast`, the diagram shows one with
/// `count = 0 and kind = first` and another with `count ≥ 1 and kind = next and isLast`.
struct SplitConditions {
  /// A condition, with the positions of the values for which it holds.
  struct Part {
    let members: [Int]
    let condition: PayloadCondition
  }

  /// The number of conditions up to which several are easier to read than one.
  private static let most = 4

  let parts: [Part]

  /// Creates conditions that distinguish the chosen values from the others, or returns `nil` if no fields do.
  ///
  /// Without a number, which only conditions of hand-written machines have, there is one.
  init?(
    of chosen: [[PayloadField]], among others: [[PayloadField]], _ openEnds: UnexploredRanges,
    numbered number: String?
  ) {
    guard let whole = PayloadCondition(of: chosen, among: others, openEnds, numbered: number) else {
      return nil
    }
    let all = [Part(members: Array(chosen.indices), condition: whole)]
    guard number != nil, whole.isVague else {
      parts = all
      return
    }
    let table = Table(whole.names, chosen, others)
    let split = table.split(Array(table.chosen.indices), most: Self.most, depth: 2) {
      PayloadCondition(of: $0, among: $1, openEnds, numbered: number)
    }
    parts = split ?? all
  }

  /// The fields that decide, a row for each combination of values.
  private struct Table {
    struct Row {
      let texts: [String]
      let fields: [PayloadField]
      /// The positions of the values with this combination.
      var members: [Int]
    }

    let count: Int
    let chosen: [Row]
    let others: [Row]

    init(_ names: [String], _ chosen: [[PayloadField]], _ others: [[PayloadField]]) {
      func rows(_ values: [[PayloadField]]) -> [Row] {
        var places: [[String]: Int] = [:]
        var rows: [Row] = []
        for (member, fields) in values.enumerated() {
          let known = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
          let texts = names.map { known[$0]?.value.description ?? "" }
          if let place = places[texts] {
            rows[place].members.append(member)
          } else {
            places[texts] = rows.count
            rows.append(
              Row(texts: texts, fields: names.compactMap { known[$0] }, members: [member]))
          }
        }
        return rows
      }
      count = names.count
      (self.chosen, self.others) = (rows(chosen), rows(others))
    }

    /// Returns parts of which each has a clear condition, or `nil` if that takes too many.
    func split(
      _ places: [Int], most: Int, depth: Int,
      _ condition: ([[PayloadField]], [[PayloadField]]) -> PayloadCondition?
    ) -> [Part]? {
      let rows = places.map { chosen[$0] }
      if let condition = condition(rows.map(\.fields), others.map(\.fields)), !condition.isVague {
        return [Part(members: rows.flatMap(\.members).sorted(), condition: condition)]
      }
      guard depth > 0 else { return nil }
      var best: [Part]?
      for field in 0..<count {
        let room = best.map { $0.count - 1 } ?? most
        let groups = groups(of: places, by: field)
        guard groups.count > 1, groups.count <= room else { continue }
        var parts: [Part] = []
        for group in groups {
          let more = split(group, most: room - parts.count, depth: depth - 1, condition)
          guard let more, parts.count + more.count <= room else {
            parts = []
            break
          }
          parts += more
        }
        if !parts.isEmpty { best = parts }
      }
      return best
    }

    /// Returns places of rows grouped by a field, with those together for which the other fields decide alike.
    private func groups(of places: [Int], by field: Int) -> [[Int]] {
      func rest(_ row: Row) -> [String] {
        var texts = row.texts
        texts.remove(at: field)
        return texts
      }
      let inside = Dictionary(grouping: places) { chosen[$0].texts[field] }
      let outside = Dictionary(grouping: others) { $0.texts[field] }
      let groups = Dictionary(grouping: inside.keys) { text in
        [
          Set(inside[text, default: []].map { rest(chosen[$0]) }),
          Set(outside[text, default: []].map(rest)),
        ]
      }
      return groups.values.map { $0.flatMap { inside[$0, default: []] }.sorted() }
        .sorted { $0[0] < $1[0] }
    }
  }
}
