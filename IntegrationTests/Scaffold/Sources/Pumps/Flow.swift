/// A direction that other modules can name.
public enum Direction { case inwards, outwards }

/// A pressure that other modules can make.
public struct Pressure {
  let bar: Int

  /// Creates none.
  public init() { bar = 0 }

  /// Creates a pressure.
  public init(bar: Int) { self.bar = bar }
}
