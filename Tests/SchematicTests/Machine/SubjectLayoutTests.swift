import Schematic
import Testing

/// Subjects of every layout reach guards, actions, entries and exits whole.
@Suite struct SubjectLayoutTests {
  enum Light: CaseIterable { case red, green }
  enum Press { case next, hold, damage }

  struct Damaged: Error {}

  final class Thread {
    let color = "blue"
  }

  struct Empty {
    var isWhole: Bool { true }
    static let schema = makeSchema(
      holds: { (subject: Empty) in subject.isWhole }, act: { _ = try check($0.isWhole) },
      damage: { _ in throw Damaged() }, visit: { precondition($0.isWhole) })
  }

  struct OneByte {
    let byte: UInt8 = 7
    var isWhole: Bool { byte == 7 }
    static let schema = makeSchema(
      holds: { (subject: OneByte) in subject.isWhole }, act: { _ = try check($0.isWhole) },
      damage: { _ in throw Damaged() }, visit: { precondition($0.isWhole) })
  }

  struct OneWord {
    let thread: Thread
    var isWhole: Bool { thread.color == "blue" }
    static let schema = makeSchema(
      holds: { (subject: OneWord) in subject.isWhole }, act: { _ = try check($0.isWhole) },
      damage: { _ in throw Damaged() }, visit: { precondition($0.isWhole) })
  }

  struct ThreeWords {
    let thread: Thread
    let number = 3.5
    let flags: (Bool, UInt16) = (true, 9)
    var isWhole: Bool { thread.color == "blue" && number == 3.5 && flags == (true, 9) }
    static let schema = makeSchema(
      holds: { (subject: ThreeWords) in subject.isWhole }, act: { _ = try check($0.isWhole) },
      damage: { _ in throw Damaged() }, visit: { precondition($0.isWhole) })
  }

  struct EightWords {
    let thread: Thread
    let text = String(repeating: "long enough to be on the heap ", count: 3)
    let numbers = [1, 2, 3]
    let rest: (Int, Int, any CustomStringConvertible) = (4, 5, 6)
    var isWhole: Bool {
      thread.color == "blue" && text.count == 90 && numbers == [1, 2, 3] && rest.0 == 4
        && rest.1 == 5 && rest.2.description == "6"
    }
    static let schema = makeSchema(
      holds: { (subject: EightWords) in subject.isWhole }, act: { _ = try check($0.isWhole) },
      damage: { _ in throw Damaged() }, visit: { precondition($0.isWhole) })
  }

  enum Choice {
    case none
    case some(Thread, Int)
    var isWhole: Bool {
      if case .some(let thread, 8) = self { thread.color == "blue" } else { false }
    }
    static let schema = makeSchema(
      holds: { (subject: Choice) in subject.isWhole }, act: { _ = try check($0.isWhole) },
      damage: { _ in throw Damaged() }, visit: { precondition($0.isWhole) })
  }

  final class Reference {
    let thread: Thread
    init(thread: Thread) { self.thread = thread }
    var isWhole: Bool { thread.color == "blue" }
    static let schema = makeSchema(
      holds: { (subject: Reference) in subject.isWhole }, act: { _ = try check($0.isWhole) },
      damage: { _ in throw Damaged() }, visit: { precondition($0.isWhole) })
  }

  // The closures are written where the type of the subject is known: in generic code they would capture it,
  // and their answers would not be cached, which `drive` expects.
  private static func makeSchema<Subject>(
    holds: @escaping @Sendable (Subject) -> Bool,
    act: @escaping @Sendable (Subject) throws -> Void,
    damage: @escaping @Sendable (Subject) throws -> Void,
    visit: @escaping @Sendable (Subject) -> Void
  ) -> StateMachineSchema<Light, Press, Subject> {
    StateMachineSchema(initialState: .red) { light, press, when in
      switch press {
      case .next:
        return when("whole", holds)
          ? .to(light == .red ? .green : .red, perform: act) : .rejected
      case .hold: return .stay(perform: act)
      case .damage: return .to(.green, perform: damage)
      }
    }
    .states { _ in .entry(nil, visit).exit(nil, visit) }
  }

  private static func check(_ isWhole: Bool) throws -> Bool {
    guard isWhole else { throw Damaged() }
    return true
  }

  private func drive<Subject>(_ machine: StateMachine<Light, Press, Subject>) {
    for _ in 1...3 {
      #expect(machine.handle(.next) == .moved)
      #expect(machine.state == .green)
      #expect(machine.handle(.hold) == .stayed)
      #expect(machine.handle(.next) == .moved)
      #expect(machine.handle(.damage).name == "failed")
      #expect(machine.state == .red)
    }
    for light in Light.allCases {
      #expect(machine.schema.cachesAnswer(to: .next, in: light))
    }
  }

  private func drive<Subject>(
    _ schema: StateMachineSchema<Light, Press, Subject>, _ subject: Subject
  ) {
    drive(StateMachine(schema: schema, owning: subject))
    drive(StateMachine(schema: schema, subject: subject))
    // The full step, which a closure that commits needs.
    drive(StateMachine(schema: schema.onCommit { _, _ in }, owning: subject))
  }

  @Test func subjectsAreWholeAndReleased() {
    weak var witness: Thread?
    do {
      let thread = Thread()
      witness = thread
      drive(Empty.schema, Empty())
      drive(OneByte.schema, OneByte())
      drive(OneWord.schema, OneWord(thread: thread))
      drive(ThreeWords.schema, ThreeWords(thread: thread))
      drive(EightWords.schema, EightWords(thread: thread))
      drive(Choice.schema, Choice.some(thread, 8))
      let reference = Reference(thread: thread)
      withExtendedLifetime(reference) { drive(Reference.schema, reference) }
    }
    #expect(witness == nil)
  }

  private actor Island {
    let thread: Thread
    private var steps = 0
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    init(_ thread: sending Thread) { self.thread = thread }

    private func count() throws {
      steps += 1
      _ = try check(thread.color == "blue")
    }

    func drive() -> (steps: Int, state: Light) {
      for press in [Press.next, .hold, .damage, .next] { machine.handle(press) }
      return (steps, machine.state)
    }

    private static let schema = StateMachineSchema<Light, Press, Island>(initialState: .red) {
      light, press in
      switch press {
      case .next: return .to(light == .red ? .green : .red) { try $0.count() }
      case .hold: return .stay { try $0.count() }
      case .damage: return .to(.red) { _ in throw Damaged() }
      }
    }
    .states { _ in .entry { try? $0.count() } }
  }

  @Test func subjectsAreWholeInAnActor() async {
    let result = await Island(Thread()).drive()
    #expect(result.steps == 6)
    #expect(result.state == .red)
  }
}
