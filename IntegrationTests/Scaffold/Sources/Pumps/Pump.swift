/// A machine of a target that knows nothing of diagrams, and that only its owner can make.
struct Pump {
  struct Pipe {
    fileprivate init() {}
  }

  enum State { case off, on }
  private(set) var state = State.off
  let pipe: Pipe

  init(pipe: Pipe) { self.pipe = pipe }

  mutating func toggle() { state = state == .on ? .off : .on }
}

extension Pump.Pipe {
  static func laid() throws -> Pump.Pipe { Pump.Pipe() }
}
