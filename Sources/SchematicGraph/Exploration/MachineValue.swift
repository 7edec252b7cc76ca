import Schematic

/// A hand-written machine as a state value: named by its state, told apart by everything it holds.
struct MachineValue<Machine, State: Graphable>: Graphable, ExploredParts {
  let machine: Machine
  let state: State

  /// None: a machine is made by what happens to it.
  static var graphCases: [MachineValue] { [] }

  var casePath: [String] { state.casePath }
  var graphIdentifier: String { state.graphIdentifier }
  var graphLabel: String { state.graphLabel }
  var graphLabelPath: [String] { state.graphLabelPath }

  var identity: Any { machine }

  /// What the state carries, then what the machine holds beside it.
  var fields: [PayloadField] {
    guard !(machine is State) else { return PayloadFields.fields(of: state) }
    // The state itself is left out once: a property that remembers another state stays.
    let identity = SeenValues.identity(of: state)
    var isFound = false
    let rest = PayloadFields.fields(of: Array(Mirror(reflecting: machine).children)) { value in
      guard !isFound, value is State, SeenValues.identity(of: value) == identity else {
        return false
      }
      isFound = true
      return true
    }
    return PayloadFields.fields(of: state) + rest
  }
}

/// A value that says itself what it is made of.
protocol ExploredParts {
  /// What tells it from other values.
  var identity: Any { get }
  /// What conditions tell it from others by.
  var fields: [PayloadField] { get }
}
