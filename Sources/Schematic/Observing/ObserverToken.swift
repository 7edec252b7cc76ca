/// What removes an observer from the machine it was registered with.
public struct ObserverToken: Hashable, Sendable {
  let number: Int
}
