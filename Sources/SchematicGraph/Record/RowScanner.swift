/// A scanner of one row of a record: see ``GraphRecord`` for the grammar.
///
/// A function such as `rule()` reads the part that its name says, or returns `nil` if it finds
/// something else.
struct RowScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips a text, or returns `false` if another text comes next.
  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Reads a text in quotes, or a text without quotes up to a mark that ends it in the given place.
  mutating func text(_ place: GraphRecord.Place) -> String? {
    if isQuoted { return quoted() }
    let text = rest[..<place.end(of: rest)]
    rest = rest[text.endIndex...]
    guard let first = text.first, ![first, text[text.endIndex - 1]].contains(UInt8(ascii: " "))
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private var isQuoted: Bool { rest.first == UInt8(ascii: "\"") }

  private mutating func quoted() -> String? {
    var isEscaped = false
    for index in rest.indices.dropFirst() {
      if isEscaped || rest[index] == UInt8(ascii: "\\") {
        isEscaped.toggle()
      } else if rest[index] == UInt8(ascii: "\"") {
        let text = String(decoding: rest[...index], as: UTF8.self)
        rest = rest[(index + 1)...]
        return JSONValue(text)?.text
      }
    }
    return nil
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    rest = rest[digits.endIndex...]
    return Int(String(decoding: digits, as: UTF8.self))
  }

  // MARK: Rows

  mutating func initialState() -> String? { skip("[*] -> ") ? text(.name) : nil }

  /// Reads the row of a region, but not the rows of its states.
  mutating func region(in parent: String?) -> StateGraph.Region? {
    guard skip("region "), let identifier = text(.name), skip(" -> "), let initial = text(.name)
    else { return nil }
    return StateGraph.Region(identifier: identifier, in: parent, initialState: initial)
  }

  /// Reads the numbers of hidden elements, but not the rows of views and exits below.
  mutating func omission() -> GraphOmission? {
    guard skip("omits states "), let states = number(), skip(" transitions "),
      let transitions = number(), skip(" refusals "), let refusals = number()
    else { return nil }
    let omission = GraphOmission(
      views: [], states: states, transitions: transitions, refusals: refusals, exits: [])
    return omission.isPlausible ? omission : nil
  }

  mutating func state(in parent: String?) -> StateGraph.State? {
    let isFinal = skip("final ")
    let completion = StateGraph.State.Completion.allCases.first { skip("\($0.rawValue) ") }
    guard skip("state "), let identifier = text(.name) else { return nil }
    var label = GraphRecord.label(of: identifier, in: parent)
    if skip(" ") {
      guard isQuoted, let other = quoted() else { return nil }
      label = other
    }
    return StateGraph.State(
      identifier: identifier, label: label, isFinal: isFinal, completion: completion,
      parent: parent)
  }

  mutating func behavior() -> StateGraph.StateBehavior? {
    if skip("after ") {
      guard case .timeout(let delay, let event)? = timeout() else { return nil }
      return .init(after: delay, sends: event)
    }
    guard let kind = StateGraph.StateBehavior.Kind.allCases.first(where: { skip($0.rawValue) }),
      kind != .timeout, let conditions = conditions()
    else { return nil }
    var behavior = StateGraph.StateBehavior(kind, if: conditions)
    if skip(GraphRecord.untold) {
      guard let digest = text(.digest) else { return nil }
      behavior.untold = digest
    }
    if skip(" / ") {
      guard let label = text(.rest) else { return nil }
      behavior.label = label
    }
    return behavior
  }

  mutating func rule() -> StateGraph.Rule? {
    guard let source = text(.name) else { return nil }
    let isInner = skip(" ~> ")
    let target = isInner || skip(" -> ") ? text(.name) : nil
    let entry = target == nil ? .initial : entry()
    guard let entry, skip(": "), let trigger = trigger(), let conditions = conditions()
    else { return nil }
    let hasDigest = skip(GraphRecord.untold)
    let digest = hasDigest ? text(.digest) : nil
    guard (digest != nil) == hasDigest, let effect = effect(isInternal: isInner || target == nil)
    else { return nil }
    let change = skip(" {") ? text(.change) : nil
    guard change == nil || skip("}") else { return nil }
    var rule = StateGraph.Rule(
      source: source, target: target, trigger: trigger, conditions: conditions, effect: effect,
      change: change, entry: entry)
    rule.untold = digest
    return rule
  }

  // MARK: Parts of rows

  private mutating func entry() -> StateGraph.Entry? {
    if skip(" [\(GraphRecord.history)]") { return .history }
    guard skip(" [") else { return .initial }
    var states: [String] = []
    repeat {
      guard let state = text(.entry) else { return nil }
      states.append(state)
    } while skip(" and ")
    return skip("]") ? .states(states) : nil
  }

  private mutating func trigger() -> StateGraph.Trigger? {
    if isQuoted { return quoted().map { .event($0) } }
    guard skip("after ") else {
      return text(.trigger).map { $0 == "completion" ? .completion : .event($0) }
    }
    return timeout()
  }

  /// Reads a timeout after its first word, `after`.
  private mutating func timeout() -> StateGraph.Trigger? {
    guard let delay = delay() else { return nil }
    guard skip(" sends ") else { return .timeout(delay) }
    return text(.trigger).map { .timeout(delay, sends: $0) }
  }

  private mutating func delay() -> StateGraph.Delay? {
    if isQuoted { return quoted().map { .named($0) } }
    return text(.delay).map { text in Duration(label: text).map { .fixed($0) } ?? .named(text) }
  }

  private mutating func conditions() -> [StateGraph.Condition]? {
    guard skip(" [") else { return [] }
    var conditions: [StateGraph.Condition] = []
    repeat {
      let isPayload = skip("if ")
      let holds = isPayload || !skip("not ")
      let isPlace = !isPayload && skip("in ")
      guard let text = text(.condition) else { return nil }
      conditions.append(
        isPayload ? .payload(text) : isPlace ? .in(text, holds: holds) : .guard(text, holds: holds))
    } while skip(" and ")
    return skip("]") ? conditions : nil
  }

  private mutating func effect(isInternal: Bool) -> StateGraph.Effect? {
    func taken(_ action: String?) -> StateGraph.Effect {
      isInternal ? .internal(action: action) : .external(action: action)
    }
    guard skip(" / ") else { return taken(nil) }
    if isQuoted { return quoted().map(taken) }
    if skip("rejected: ") { return text(.effect).map { .rejected(reason: $0) } }
    if skip("traps: ") { return text(.effect).map { .traps(message: $0) } }
    guard let text = text(.effect) else { return nil }
    return switch text {
    case "rejected": .rejected()
    case "traps": .traps()
    case "ignored": .ignored
    default: taken(text)
    }
  }
}
