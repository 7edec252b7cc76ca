// A machine whose state is in a generic superclass, and one whose state is wrapped.

class Model<State> {
  private(set) var isObserved = false
  var state: State { didSet { isObserved = true } }
  init(state: State) { self.state = state }
}

enum HallState {
  case dark
  case bright
}

final class Hall: Model<HallState> {
  init() { super.init(state: .dark) }
  func press() { state = state == .dark ? .bright : .dark }
}

@propertyWrapper
final class Announced<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

final class Porch {
  enum Light {
    case dark
    case bright
  }

  @Announced private(set) var light = Light.dark
  func press() { light = light == .dark ? .bright : .dark }
}
