/// A description of how a rule changes the values that states carry: `attempt + 1`, `attempt = 0`.
///
/// The description is of the explored values. A field isn't mentioned if it keeps its value, or if
/// it has only one value in the target state.
struct PayloadChange {
  /// The number of characters above which a description only names the fields that change.
  private static let longest = 120

  /// The maximum number of characters in a list of more pairs such as `off → on`.
  private static let longestPairs = 60

  /// The description as a diagram shows it.
  let text: String

  /// A digest of what the description leaves out, because it only names a field that changes; otherwise `nil`.
  let digest: String?

  /// Describes how a rule changes values, or returns `nil` if there is no change to describe.
  ///
  /// - Parameters:
  ///   - steps: The payloads before and after, for every explored value to which the rule applies.
  ///   - fields: The names of the fields that have several values in the target state.
  init?(of steps: [PayloadStep], distinguishing fields: Set<String>) {
    let table = PayloadTable(of: steps)
    let changes = table.targets.filter { $0.isOfEffect || fields.contains($0.name) }
      .compactMap { column in
        table.change(of: column, listing: Self.longestPairs).map { name, text in
          (
            name: name, text: text.flatMap { $0.count > Self.longest ? nil : $0 },
            column.origin.isCount
          )
        }
      }
      .replacingListsByCounts
    guard !changes.isEmpty else { return nil }
    let names = changes.map(\.name)
    let text = changes.map { $0.text ?? "\($0.name) changes" }.joined(separator: ", ")
    let vague = changes.filter { $0.text == nil }.map(\.name)
    // A list that is too long to read only names the fields.
    if changes.count > 1, text.count > Self.longest {
      let rest = Decision.rest(names.count)
      self.text = "\((names.prefix(Decision.mostListed) + rest).joined(separator: ", ")) change"
      digest = table.digest(of: names)
    } else {
      self.text = text
      digest = vague.isEmpty ? nil : table.digest(of: vague)
    }
  }
}

/// The payloads of the source state, the event and the target state in one step of an exploration.
struct PayloadStep {
  /// The payload of the source state, of the event, or of the target state.
  struct End {
    /// The name of the innermost case.
    let caseName: String?
    let fields: [PayloadField]
  }

  let source: End
  let event: End
  let target: End
}

extension [(name: String, text: String?, isCount: Bool)] {
  /// The changes, with the number of a list's elements in place of the list if only the number has a description.
  fileprivate var replacingListsByCounts: [(name: String, text: String?)] {
    let counted = filter { $0.isCount && $0.text != nil }
    return flatMap { change -> [(name: String, text: String?)] in
      if change.isCount { return [] }
      let count = counted.first { change.text == nil && $0.name == "\(change.name).count" }
      return [(change.name, count?.text ?? change.text)]
    }
  }
}

/// The values of all steps of a rule, with a column for each field.
private struct PayloadTable {
  /// A field, with its value in each step.
  struct Column {
    /// The name of the field, after its owner if the name alone is ambiguous: `event count`, `effect count`.
    var name: String
    /// The name of the field without the name of the case that carries the field.
    let place: String
    let origin: PayloadField.Origin
    var values: [PayloadField.Value]
    /// A Boolean value that indicates whether an effect carries the field, which is never a value that stays.
    var isOfEffect: Bool { origin == .effect }
    var distinctCount: Int { Set(values).count }
  }

  /// The fields of the source state and of the event.
  private let sources: [Column]
  /// The number of columns at the beginning of `sources` that belong to the state.
  private let stateCount: Int
  /// The fields of the target state.
  private(set) var targets: [Column]

  init(of steps: [PayloadStep]) {
    let lists = PayloadField.distinguished(
      steps.flatMap { step in
        [step.source, step.event, step.target].map(\.fields)
      })
    func columns(_ end: Int, _ caseName: (PayloadStep) -> String?) -> [Column] {
      let owner = steps.first.flatMap(caseName)
      var columns: [Column] = []
      var places: [String: Int] = [:]
      for (number, step) in steps.indices.enumerated() {
        for field in lists[step * 3 + end] {
          // An effect may carry a field with the name of one that the state carries.
          let key = field.origin == .effect ? "effect \(field.name)" : field.name
          let place = places[key] ?? columns.count
          if place == columns.count {
            places[key] = place
            columns.append(
              Column(
                name: field.name,
                place: field.place ?? PayloadField.place(of: field.name, in: owner),
                origin: field.origin, values: Array(repeating: .missing, count: steps.count)))
          }
          columns[place].values[number] = field.value
        }
      }
      return columns
    }
    var states = columns(0) { $0.source.caseName }
    var events = columns(1) { $0.event.caseName }
    targets = columns(2) { $0.target.caseName }
    let carried = Set((states + events + targets.filter { !$0.isOfEffect }).map(\.name))
    for index in targets.indices
    where targets[index].isOfEffect && carried.contains(targets[index].name) {
      targets[index].name = "effect \(targets[index].name)"
    }
    let shared = Set(states.map(\.name)).intersection(events.map(\.name))
    for index in events.indices where shared.contains(events[index].name) {
      events[index].name = "event \(events[index].name)"
    }
    for index in states.indices where shared.contains(states[index].name) {
      // A name without an owner is read as the target's field. If the target has no such field, the
      // name of the state's field begins with `state`.
      let isMeant = targets.contains { $0.name == states[index].name }
      if !isMeant { states[index].name = "state \(states[index].name)" }
    }
    stateCount = states.count
    sources = states + events
  }

  /// Returns the field whose value a target field has if nothing changes, or `nil` if there is
  /// none.
  ///
  /// This is the state's field with the same name, or else the event's; the names of their cases
  /// don't matter. If the states and the event carry only one source field and one target field, the names of
  /// these may differ.
  private func origin(of target: Column) -> Column? {
    if target.isOfEffect { return nil }
    let (state, event) = (sources.prefix(stateCount), sources.dropFirst(stateCount))
    if let column = state.first(where: { $0.place == target.place }) { return column }
    if let column = event.first(where: { $0.place == target.place }) { return column }
    let carried = sources.filter { !$0.origin.isOfMachine }
    let kept = targets.filter { !$0.origin.isOfMachine && !$0.isOfEffect }
    return kept.count == 1 && carried.count == 1 && !target.origin.isOfMachine ? carried[0] : nil
  }

  /// Returns the name of a field and a short description of its change, or `nil` if there is no
  /// change to describe.
  ///
  /// The description is `nil` if no short one exists.
  func change(of target: Column, listing most: Int) -> (name: String, text: String?)? {
    let origin = origin(of: target)
    if origin?.values == target.values { return nil }
    let name = target.name
    if let value = target.values.first, target.distinctCount == 1 {
      // If the value is missing, the change of the field around this one says so.
      if value == .missing { return nil }
      // If a value other than a Boolean, an integer or `nil` equals a field of the event in every
      // step, the event sets it.
      let isSimple =
        switch value {
        case .other, .told: false
        default: true
        }
      // Two empty lists are seldom a copy.
      if !isSimple, !["[]", "[:]"].contains("\(value)"),
        let event = sources.dropFirst(stateCount).first(where: { event in
          event.values == target.values
        })
      {
        return (name, "\(name) = \(event.name)")
      }
      return (name, value == .some ? "\(name) ≠ nil" : "\(name) = \(value)")
    }
    // A field with only one value can't explain a change, so only the others are tried.
    // Of two fields with the same values, the one with the name of the target is meant.
    func word(_ name: String) -> Substring { name.split(separator: ".").last ?? "" }
    let named = sources.stablySorted { word($0.name) == word(name) ? 0 : 1 }
    let columns = ([origin].compactMap(\.self) + named).filter { $0.distinctCount > 1 }
    let texts = columns.lazy.compactMap { Self.text(of: target, from: $0) }
    let listed = target.isOfEffect ? columns : [origin].compactMap(\.self)
    return (name, texts.first ?? listed.lazy.compactMap { Self.list(target, by: $0, most) }.first)
  }

  /// Returns a description in terms of a field of the state or event, such as `attempt + 1` or
  /// `isOpen = not isOpen`; `nil` if none fits.
  private static func text(of target: Column, from source: Column) -> String? {
    if source.values == target.values { return "\(target.name) = \(source.name)" }
    let pairs = zip(source.values, target.values)
    if pairs.allSatisfy({ $0.isOpposite(of: $1) }) { return "\(target.name) = not \(source.name)" }
    let offsets = pairs.map { $0.offset(to: $1) }
    guard let first = offsets.first, let offset = first, Set(offsets).count == 1 else { return nil }
    let sum = "\(source.name) \(offset < 0 ? "-" : "+") \(offset.magnitude)"
    return source.name == target.name ? sum : "\(target.name) = \(sum)"
  }

  /// Returns a list of changes such as `mode: off → on, on → off`.
  ///
  /// The list is `nil` if it would be too long, if a value is missing, or if one value becomes
  /// several.
  private static func list(_ target: Column, by source: Column, _ most: Int) -> String? {
    let pairs = zip(source.values, target.values).map { [$0, $1] }.uniqued()
    guard Set(pairs.map { $0[0] }).count == pairs.count, !pairs.joined().contains(.missing)
    else { return nil }
    let texts = pairs.map { "\($0[0]) → \($0[1])" }.sorted()
    guard pairs.count <= Decision.mostListed || texts.map(\.count).reduce(0, +) <= most else {
      return nil
    }
    let name = source.name == target.name ? "" : " of \(source.name)"
    return "\(target.name)\(name): \(texts.joined(separator: ", "))"
  }

  /// Returns a fingerprint of how some fields of the target change in all steps.
  ///
  /// It includes only a few source fields if these determine the target fields, and otherwise all
  /// source fields that vary.
  func digest(of names: [String]) -> String {
    let targets = targets.filter { names.contains($0.name) }
    let varied = sources.filter { $0.distinctCount > 1 }
    let deciding = varied.fewest { Self.decide($0, on: targets) } ?? varied
    let columns = deciding + targets
    let rows = (columns.first?.values.indices ?? 0..<0).map { row in
      columns.map { column in
        let text = "\(column.name)=\(column.values[row])"
        return "\(text.utf8.count):\(text)"
      }.joined()
    }
    return Fingerprint(of: rows.uniqued().sorted().joined(separator: "\n")).short
  }
}

extension PayloadTable {
  /// Returns whether equal values of some fields always lead to equal values of others.
  private static func decide(_ sources: [Column], on targets: [Column]) -> Bool {
    var ends: [[PayloadField.Value]: [PayloadField.Value]] = [:]
    for row in sources.first?.values.indices ?? 0..<0 {
      let (source, target) = (sources.map { $0.values[row] }, targets.map { $0.values[row] })
      if let known = ends[source], known != target { return false }
      ends[source] = target
    }
    return true
  }
}

extension PayloadField.Value {
  fileprivate func isOpposite(of other: PayloadField.Value) -> Bool {
    guard case .bool(let value) = self, case .bool(let other) = other else { return false }
    return value != other
  }

  /// Returns the difference between two integers, or `nil` if the values aren't integers or the
  /// difference is too large.
  fileprivate func offset(to other: PayloadField.Value) -> Int? {
    guard case .integer(let value) = self, case .integer(let other) = other else { return nil }
    let (offset, isTooLarge) = other.subtractingReportingOverflow(value)
    return isTooLarge ? nil : offset
  }
}
