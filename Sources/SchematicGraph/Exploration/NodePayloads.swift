import Schematic

/// The values of each state that an exploration has found, as far as their changes are worth
/// showing.
struct NodePayloads {
  /// The explored values, by their positions.
  private let values: [any Graphable]
  /// The positions of the values of each state that has several.
  private let positions: [String: [Int]]
  /// What each value carries, read once.
  private var ends: [PayloadStep.End?]
  private let beyond: [String: [any Graphable]]
  private var telling: [String: Set<String>] = [:]
  /// The names of fields that aren't shown, by the identifiers of states: regions say what they say.
  private var hidden: [String: Set<String>] = [:]

  /// Creates the values from those that were explored, each with the identifier of its state, and
  /// from those of each state that weren't.
  init(
    of explored: [(value: any Graphable, identifier: String)], beyond: [String: [any Graphable]]
  ) {
    self.beyond = beyond
    values = explored.map(\.value)
    ends = explored.map { _ in nil }
    positions = Dictionary(grouping: explored.indices) { explored[$0].identifier }
      .filter { $0.value.count > 1 }
  }

  /// Hides all fields of some states, and some fields of others.
  mutating func hide(_ states: Set<String>, _ fields: [String: Set<String>]) {
    hidden = fields
    for state in states { telling[state] = [] }
  }

  /// Returns what the value at a position carries.
  mutating func end(at position: Int) -> PayloadStep.End {
    if let known = ends[position] { return known }
    let end = PayloadStep.End(of: values[position])
    ends[position] = end
    return end
  }

  /// Returns in which direction the values continue that weren't explored.
  func openEnds(of identifier: String, on event: (any Graphable)?) -> UnexploredRanges {
    UnexploredRanges(
      of: beyond[identifier, default: []].map {
        PayloadField.fields(PayloadField.fields(of: $0), on: event)
      })
  }

  /// Returns the names of the fields that have several values in a state.
  mutating func tellingFields(of identifier: String) -> Set<String> {
    guard let positions = positions[identifier] else { return [] }
    if let known = telling[identifier] { return known }
    let lists = positions.map { end(at: $0).fields }
    var found: [String: Set<PayloadField.Value>] = [:]
    var counts: [String: Int] = [:]
    for field in lists.joined() {
      found[field.name, default: []].insert(field.value)
      counts[field.name, default: 0] += 1
    }
    let names = Set(
      found.filter { $0.value.count > 1 || counts[$0.key] != lists.count }.map(\.key))
    let shown = names.subtracting(hidden[identifier, default: []])
    telling[identifier] = shown
    return shown
  }
}

extension PayloadStep.End {
  static let none = PayloadStep.End(caseName: nil, fields: [])

  /// Reads a value.
  init(of value: some Graphable) {
    self.init(
      caseName: PayloadField.caseName(of: value), fields: PayloadField.fields(of: value))
  }
}

/// The integers in values that an exploration found but didn't explore, by the names of their
/// fields.
///
/// If such integers continue a range, the end of that range is the end of what was tried and not a
/// condition of the rules.
struct UnexploredRanges {
  private var ranges: [String: ClosedRange<Int>] = [:]

  init(of values: [[PayloadField]] = []) {
    for field in values.joined() {
      guard case .integer(let integer) = field.value else { continue }
      let known = ranges[field.name, default: integer...integer]
      ranges[field.name] = min(known.lowerBound, integer)...max(known.upperBound, integer)
    }
  }

  /// Returns whether greater integers weren't explored.
  func goOn(above integer: Int, of name: String) -> Bool {
    ranges[name].map { $0.upperBound > integer } ?? false
  }

  /// Returns whether smaller integers weren't explored.
  func goOn(below integer: Int, of name: String) -> Bool {
    ranges[name].map { $0.lowerBound < integer } ?? false
  }
}
