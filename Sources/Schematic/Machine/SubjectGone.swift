/// The subject of a machine no longer exists, so that an event could not be handled.
///
/// A machine holds a class subject weakly. Keep the subject alive as long as events arrive, or stop
/// sending them.
public struct SubjectGone: Error, Hashable, CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    "the machine's subject no longer exists; keep it alive while events arrive"
  }
}
