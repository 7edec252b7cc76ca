// Stand-ins for the parts of ReSwift, the Composable Architecture and ReactorKit that an article uses.

protocol Action {}

struct Effect<Action> {
  static var none: Effect { Effect() }
  static func run(_ operation: @escaping () -> Void) -> Effect { Effect() }
}

protocol Reducer {
  associatedtype State
  associatedtype Action
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}

protocol Reactor: AnyObject {
  associatedtype Action
  associatedtype Mutation
  associatedtype State
  var initialState: State { get }
  func reduce(state: State, mutation: Mutation) -> State
}
