import CSchematicChild

/// The calls of services by the machine that is explored, and their answers.
///
/// A sleep of the machine, or a call that it has given to Dispatch for later, is a call with the name `sleep`.
final class ServiceCalls: @unchecked Sendable {
  /// The end of a call.
  enum End {
    case returned
    case threw
    case canceled
  }

  /// A step that ends the first call with a name.
  struct Reply {
    let name: String
    let end: End

    /// Returns a Boolean value that indicates whether the step can end a call.
    func ends(_ call: Open) -> Bool { call.name == name && (call.canThrow || end == .returned) }
  }

  /// A call that waits for a step to end it.
  struct Open {
    let name: String
    let canThrow: Bool
    /// The step that began this call, or `nil` for a call of the machine's start.
    let caller: StepCaller?
    /// The time at which a sleep ends, since the machine was made.
    fileprivate var deadline = Duration.zero
    /// For how long a sleep lasts.
    fileprivate(set) var length = Duration.zero
    fileprivate let number: Int
    /// The place of the code that waits, if it tells this call from others with its name.
    fileprivate(set) var code: UnsafeRawPointer?
    fileprivate var isCanceled: () -> Bool = { false }
    fileprivate let end: (End) -> Void
  }

  /// The calls that the step has made, in their order.
  var called: [String] = []

  /// The calls that wait and that steps can end, the first one to end first.
  var open: [Open] { waiting.filter { replies.contains($0.name) } }

  private var waiting: [Open] = []

  /// The names of the calls that steps can end.
  var replies: [String] = []

  /// The names of calls that have waited and that no step can end.
  private(set) var unanswered: [String] = []

  /// The time of the machine's clocks.
  var now = StandInClock.Instant()

  private var answers: ScriptedGuards?
  private var count = 0

  /// The name of a sleep.
  static let sleep = "sleep"

  /// The number of calls with one name, and of all, that steps can end; others wait forever, so that the
  /// exploration ends.
  private static let most = (alike: 2, all: 3)

  /// Begins a step.
  func begin(answering answers: ScriptedGuards?) {
    self.answers = answers
    called = []
  }

  /// Forgets the calls and the time of a machine that is gone.
  func forget() {
    waiting = []
    now = StandInClock.Instant()
  }

  /// Returns the answer to a question, of which both are tried in a step; `false` elsewhere.
  func holds(_ question: String) -> Bool { answers?.answer(question) ?? false }

  /// Returns one of several values, each of which is tried in a step; elsewhere, the first one.
  func choice<Value>(of name: String, among values: [Value]) -> Value {
    guard let answers else { return values[0] }
    if let flags = values as? [Bool], Set(flags).count == 2 {
      return answers.answer(name) as! Value
    }
    if let questions = Self.questions(about: name, values) {
      for (value, question) in zip(values.dropFirst(), questions) where answers.answer(question) {
        return value
      }
      return values[0]
    }
    let texts = Self.texts(of: values)
    let choice = GuardChoice(name: name, answers: texts)
    for (value, text) in zip(values, texts).dropLast()
    where answers.answer("\(name) is \(text)", of: choice) {
      return value
    }
    return values[values.count - 1]
  }

  /// Returns the property in which each value of a struct differs from the first one, as `load.isLast`; `nil` if the
  /// values are no structs or differ in more.
  private static func questions(about name: String, _ values: [Any]) -> [String]? {
    let all = values.map { value in
      let reflected = ReflectedValue(value)
      return reflected.kind == .struct
        ? reflected.parts.map { ($0.label ?? "", valueText(of: $0.value, ignoring: .none)) } : []
    }
    let questions = all.dropFirst().compactMap { parts -> String? in
      let differing = zip(all[0], parts).filter { $0 != $1 }.map(\.1)
      guard parts.count == all[0].count, differing.count == 1, differing[0].1.count <= 40 else {
        return nil
      }
      let question = "\(name).\(differing[0].0)"
      return differing[0].1 == "true" ? question : "\(question) is \(differing[0].1)"
    }
    return Set(questions).count == values.count - 1 ? questions : nil
  }

  /// Returns texts that tell values apart: the names of their cases, the values themselves, or numbers.
  private static func texts(of values: [Any]) -> [String] {
    let names = values.compactMap { value in
      let reflected = ReflectedValue(value)
      let parts = reflected.kind == .tuple ? reflected.parts : []
      // A callback with a value or an error gets one of the two.
      let given = parts.compactMap { ReflectedValue.unwrapped($0.value) }
      if parts.count > 1, given.count == 1 { return typeText(of: given[0]) }
      return reflected.isNil ? "nil" : ReflectedCase(of: value)?.name
    }
    if Set(names).count == values.count { return names }
    // Of several failures, their cases tell more.
    let inner = values.compactMap { value -> String? in
      guard let reflected = ReflectedCase(of: value) else { return nil }
      let inside = reflected.values.first.flatMap { ReflectedCase(of: $0.value)?.name }
      return reflected.name + (inside.map { "(\($0))" } ?? "")
    }
    if Set(inner).count == values.count { return inner }
    let texts = values.map { valueText(of: $0, ignoring: .none) }
    return texts.allSatisfy { $0.count <= 40 }
      ? texts : values.indices.map { "the answer \($0 + 1)" }
  }

  /// Keeps a call until a step ends it.
  @discardableResult
  func keep(
    _ name: String, canThrow: Bool, until deadline: Duration = .zero, _ end: @escaping (End) -> Void
  ) -> Int {
    count += 1
    keep(
      Open(
        name: name, canThrow: canThrow, caller: StepTasks.caller, deadline: deadline,
        length: max(.zero, deadline - now.offset), number: count, end: end))
    return count
  }

  private func keep(_ call: Open) {
    if !replies.contains(call.name), !unanswered.contains(call.name) {
      unanswered.append(call.name)
    }
    if waiting.count < Self.most.all,
      waiting.count(where: { $0.name == call.name }) < Self.most.alike
    {
      // Of two sleeps, the one that began last may end first.
      let next = waiting.firstIndex { $0.name == call.name && $0.deadline > call.deadline }
      waiting.insert(call, at: next ?? waiting.endIndex)
    }
  }

  /// Keeps a sleep until a step ends it.
  func keep(sleep: OpaquePointer) {
    if replies.contains(Self.sleep), !schematic_sleep_is_again(sleep) { called.append(Self.sleep) }
    count += 1
    keep(
      Open(
        name: Self.sleep, canThrow: false, caller: StepTasks.caller,
        deadline: .nanoseconds(Int64(clamping: schematic_sleep_deadline(sleep))),
        length: .nanoseconds(Int64(clamping: schematic_sleep_length(sleep))), number: count,
        code: schematic_sleep_code(sleep),
        isCanceled: { schematic_sleep_is_canceled(sleep) }
      ) { schematic_sleep_end(sleep, $0 == .returned) })
  }

  /// Ends the first sleep that has been canceled; returns whether there is one.
  func endCanceledSleep() -> Bool { endFirst(.canceled) { $0.isCanceled() } }

  /// Ends the first call that a step can end.
  func end(_ reply: Reply) { endFirst(reply.end, where: reply.ends) }

  /// Ends the first call that meets a condition; returns whether there is one.
  @discardableResult
  private func endFirst(_ end: End, where isMeant: (Open) -> Bool) -> Bool {
    guard let place = waiting.firstIndex(where: isMeant) else { return false }
    let call = waiting.remove(at: place)
    StepTasks.$caller.withValue(call.caller) { call.end(end) }
    return true
  }

  /// Waits for the end of a call.
  func end(
    of name: String, canThrow: Bool, until deadline: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation
  ) async -> End {
    guard canThrow else {
      return await withUnsafeContinuation { call in
        keep(name, canThrow: false) { call.resume(returning: $0) }
      }
    }
    if Task.isCancelled { return .canceled }
    nonisolated(unsafe) var number = 0
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { call in
        number = keep(name, canThrow: true, until: deadline) { call.resume(returning: $0) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) { endFirst(.canceled) { $0.number == number } }

  /// Returns what conditions may say about calls that wait, for each call that a step can end.
  static func fields(
    of open: [Open], among replies: [String], tellingCallers: Bool
  ) -> [PayloadField] {
    replies.flatMap { name in
      let calls = open.filter { $0.name == name }
      let caller = tellingCallers ? calls.first?.caller : nil
      let length = tellingCallers && name == sleep ? calls.first?.length.text : nil
      let fields = [
        PayloadField(
          name: "caller of \(name)", value: caller.map { .told($0.name) } ?? .none),
        PayloadField(
          name: "origin of \(name)", value: caller.map { .told($0.text) } ?? .none),
        PayloadField(name: "length of \(name)", value: length.map { .told($0) } ?? .none),
        PayloadField(name: "\(name) waits", value: .bool(!calls.isEmpty)),
        PayloadField(name: "another \(name) waits", value: .bool(calls.count > 1)),
      ]
      return fields.map { field in
        var field = field
        field.isHistory = true
        return field
      }
    }
  }
}

extension Duration {
  /// The duration rounded to milliseconds, because a clock may lose a nanosecond: `5 s`.
  fileprivate var text: String {
    let (seconds, attoseconds) = components
    let rest = (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
    return Duration.milliseconds(seconds * 1000 + rest).label
  }
}
