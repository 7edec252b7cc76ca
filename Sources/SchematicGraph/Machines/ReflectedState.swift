/// The state of a machine whose state type is private, found by reflection.
///
/// ```swift
/// struct Socket {
///   private enum State { case idle, open(Int) }
///   private var state = State.idle
///   mutating func open() { state = .open(1) }
/// }
/// StateGraph(
///   .value(Socket()) { ReflectedState(of: $0) }, steps: [.step("open") { $0.open() }])
/// ```
///
/// The state has the name of the enum's case. The values that the case carries are shown in
/// conditions if they make a difference. An optional enum has the state `none`, too. The diagram contains the
/// states that the machine reaches.
public struct ReflectedState: Graphable {
  /// The property that holds the state, or `nil` if the value itself is the state.
  let property: String?
  private let value: Any
  private let path: [String]

  /// Creates the state of a machine.
  ///
  /// - Parameters:
  ///   - machine: The machine, which must have a stored property with the given name; otherwise the
  ///     program stops.
  ///   - property: The name of the stored property; `lock.value.state` for one inside of others.
  ///   - depth: The number of levels in the name of the state. With 2, a state that carries another
  ///     enum is named after both, `running.paused`, and a state that carries two enums is named
  ///     after all three, `running.paused+waiting`.
  public init(of machine: Any, property: String = "state", depth: Int = 1) {
    self.init(Self.part(property, of: machine), property: property, depth: depth)
  }

  /// Creates a state from a value, ideally of an enum.
  ///
  /// An object is named after its class. If a machine has another type for each state, pass
  /// `type(of: machine.state)`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - depth: The number of levels in the name of the state.
  public init(_ value: Any, depth: Int = 1) {
    self.init(value, property: nil, depth: depth)
  }

  /// Creates the state of a machine whose state can't be copied, so that reflection doesn't see it.
  ///
  /// ```swift
  /// struct Valve: ~Copyable {
  ///   enum State: ~Copyable { case shut, open(turns: Int) }
  ///   var state = State.shut
  /// }
  /// func state(of valve: borrowing Valve) -> ReflectedState {
  ///   switch valve.state {
  ///   case .shut: ReflectedState("shut")
  ///   case .open(let turns): ReflectedState("open", carrying: ["turns": turns])
  ///   }
  /// }
  /// // turn [turns = 3] / tight
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - values: What the case carries, with the names that conditions use.
  public init(_ name: String, carrying values: KeyValuePairs<String, Any>) {
    property = nil
    value = CarriedValues(name: name, values: values)
    path = [name]
  }

  /// Creates the state of a machine that has no enum, but properties that together are its state.
  ///
  /// ```swift
  /// struct Player {
  ///   private var isPlaying = false
  ///   private var title: String?
  ///   mutating func play(_ song: String) { (isPlaying, title) = (true, song) }
  /// }
  /// StateGraph(
  ///   .value(Player()) { ReflectedState(of: $0, flags: ["isPlaying", "title"]) },
  ///   steps: [.step("play") { $0.play("Yesterday") }])
  /// // none -> isPlaying, title: play
  /// ```
  ///
  /// The state is named after the Booleans that are true, the numbers that aren't zero, the collections that
  /// aren't empty, and the optional values that aren't `nil`; `none` if there is none.
  ///
  /// - Parameters:
  ///   - machine: The machine, which must have stored properties with the given names; otherwise the program
  ///     stops.
  ///   - property: The name of the stored property with a struct or an object that has the flags, or `nil` if the
  ///     machine itself has them.
  ///   - flags: The names of the stored properties.
  public init(of machine: Any, property: String? = nil, flags: [String]) {
    let whole = property.map { Self.part($0, of: machine) } ?? machine
    let set = flags.filter { flag in
      let found = Self.part(flag, of: whole)
      if let isTrue = found as? Bool { return isTrue }
      if let number = found as? any BinaryInteger { return Int(clamping: number) != 0 }
      if let number = found as? any BinaryFloatingPoint { return Double(number) != 0 }
      if let collection = found as? any Collection { return !collection.isEmpty }
      return ValueTree(found).unwrapped != nil
    }
    // The macro `@Observable` stores a property under another name.
    let names = set.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
    self.init(names.isEmpty ? "none" : names.joined(separator: ", "), property: nil, depth: 1)
  }

  /// Returns a stored property, or stops the program if there is none with the name.
  static func part(_ path: String, of machine: Any) -> Any {
    do {
      guard let part = try ValueTree(machine).part(path) else { return Any?.none as Any }
      return part.value
    } catch {
      if ValueTree(machine).isEnum {
        preconditionFailure(
          "\(error.type) is an enum, which is its own state; write ReflectedState(value)")
      }
      let properties = error.known.isEmpty ? "none" : error.known.joined(separator: ", ")
      preconditionFailure(
        """
        \(error.type) has no stored property \"\(error.name)\"; it has \(properties); name one of these with \
        property:
        """)
    }
  }

  private init(_ value: Any, property: String?, depth: Int) {
    let whole = ValueTree(value)
    let tree = whole.unwrapped.flatMap { $0.isEnum ? $0 : nil } ?? whole
    self.value = tree.value
    self.property = property
    path = Self.path(of: tree, depth: depth)
  }

  private static func path(of tree: ValueTree, depth: Int) -> [String] {
    guard let name = tree.caseName else {
      return [tree.object != nil ? typeText(of: tree.value) : tree.ownText]
    }
    guard depth > 1 else { return [name] }
    let inner = tree.carried.map(\.tree).filter(\.isEnum)
    let paths = inner.map { path(of: $0, depth: depth - 1) }
    guard paths.count != 1 else { return [name] + paths[0] }
    let names = paths.map { $0.joined(separator: ".") }
    return [name] + (names.isEmpty ? [] : [names.joined(separator: "+")])
  }

  /// None, because the cases can't be listed.
  public static var graphCases: [ReflectedState] { [] }

  /// The name of the case, and the names of the cases inside it if they belong to the state's name.
  public var casePath: [String] { path }
}

extension ReflectedState: ExplorationIdentity {
  package var identity: Any { value }
  package func fields(ignoring ignored: IgnoredProperties) -> [PayloadField] {
    if value is CarriedValues {
      return PayloadField.fields(of: ValueTree(value, ignoring: ignored).children)
    }
    let (value, inside) = ignored.reading(property, value)
    return PayloadField.fields(ofCase: ValueTree(value, ignoring: inside))
  }
}

/// The name of a case, and what it carries.
private struct CarriedValues: CustomReflectable {
  let name: String
  let values: KeyValuePairs<String, Any>

  var customMirror: Mirror {
    Mirror(self, children: [(nil, name)] + values.map { ($0.key, $0.value) })
  }
}
