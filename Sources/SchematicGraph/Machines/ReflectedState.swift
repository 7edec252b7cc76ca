/// The state of a machine whose own type of states is private, found by reflection.
///
/// ```swift
/// struct Socket {
///   private enum State { case idle, open(Int) }
///   private var state = State.idle
///   …
/// }
/// StateGraph(of: Socket(), state: { ReflectedState(of: $0) }, steps: …)
/// ```
///
/// It is named after the case of the enum, and what the case carries is shown as a condition where it
/// makes a difference. The states of a diagram are those that the machine reaches.
public struct ReflectedState: Graphable {
  /// The property that holds the state; `nil` where the value itself is one.
  let property: String?
  private let value: Any
  private let path: [String]

  /// Creates the state of a machine.
  ///
  /// - Parameters:
  ///   - machine: The machine, which has a stored property of that name; stops the program where it
  ///     has none.
  ///   - property: The name of the stored property.
  ///   - depth: The number of levels that the name of the state has: with 2, a state that carries one of
  ///     another enum is named after both, `running.paused`, and one that carries two after all three,
  ///     `running.paused+waiting`.
  public init(of machine: Any, property: String = "state", depth: Int = 1) {
    let properties = ObjectContent.properties(of: machine)
    guard let state = properties.first(where: { $0.label == property }) else {
      preconditionFailure(
        """
        \(type(of: machine)) has no stored property \"\(property)\"; it has \
        \(properties.compactMap(\.label).joined(separator: ", "))
        """)
    }
    self.init(state.value, property: property, depth: depth)
  }

  /// Creates a state from a value, best one of an enum.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - depth: The number of levels that the name of the state has.
  public init(_ value: Any, depth: Int = 1) {
    self.init(value, property: nil, depth: depth)
  }

  private init(_ value: Any, property: String?, depth: Int) {
    self.value = value
    self.property = property
    path = Self.path(of: value, depth: depth)
  }

  private static func path(of value: Any, depth: Int) -> [String] {
    guard let reflected = ReflectedCase(of: value) else { return [String(describing: value)] }
    guard depth > 1 else { return [reflected.name] }
    let inner = reflected.values.map(\.value).filter { ReflectedCase.isEnum($0) }
    let paths = inner.map { path(of: $0, depth: depth - 1) }
    guard paths.count != 1 else { return [reflected.name] + paths[0] }
    let names = paths.map { $0.joined(separator: ".") }
    return [reflected.name] + (names.isEmpty ? [] : [names.joined(separator: "+")])
  }

  /// None: they cannot be listed.
  public static var graphCases: [ReflectedState] { [] }

  /// The name of the case, and of the cases that it carries as far as they belong to the name.
  public var casePath: [String] { path }

  /// The name.
  public var graphIdentifier: String { path.joined(separator: ".") }

  /// The last part of the name.
  public var graphLabel: String { path.last ?? "" }

  /// The parts of the name.
  public var graphLabelPath: [String] { path }
}

extension ReflectedState: ExploredParts {
  var identity: Any { value }
  var fields: [PayloadField] { PayloadField.fields(ofCase: value) }
}
