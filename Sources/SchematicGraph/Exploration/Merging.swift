/// What tells values apart that a picture takes for one, because it doesn't know everything of them.
struct Merging<State> {
  /// Returns all that a value contains, without what differs each time; `nil` if nobody can see it.
  let content: (State) -> String?
  /// Returns the names of the properties in which two values differ.
  let differences: (State, State) -> [String]
  /// Returns the events that have led to a value.
  let way: (State) -> [String]
  /// What to do if something decides that the picture leaves out.
  let advice: String
  private let values = Values()

  /// The values that were taken for known ones.
  private final class Values {
    /// Those that weren't compared yet, each with the position of the known one.
    var pending: [(position: Int, value: State)] = []
    /// The positions of values, with all of their contents.
    var contents: Set<[String]> = []
  }

  /// Remembers a value that is new.
  func remember(_ value: State, at position: Int) {
    if let content = content(value) { values.contents.insert(["\(position)", content]) }
  }

  /// Remembers a value that is taken for the one at a position, if its contents are new.
  func remember(_ value: State, like position: Int) {
    if let content = content(value),
      !values.contents.insert(["\(position)", content]).inserted
    {
      return
    }
    values.pending.append((position, value))
  }

  func popPending() -> [(position: Int, value: State)] {
    defer { values.pending = [] }
    return values.pending
  }

  var hasPending: Bool { !values.pending.isEmpty }
}

extension String {
  /// Returns the text with `…` for each word that another text has not.
  func masked(by other: String) -> String {
    func words(_ text: String) -> [Substring] {
      text.split(omittingEmptySubsequences: false) { ", ():".contains($0) }
    }
    let (own, others) = (words(self), words(other))
    guard self != other, own.count == others.count else { return self }
    return zip(own, others).map { $0 == $1 ? $0 : "…" }.joined(separator: " ")
  }
}
