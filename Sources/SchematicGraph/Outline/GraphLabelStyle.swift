/// A way to turn names in code into labels.
///
/// It is a setting of a diagram (``DiagramStyle/labelStyle``) and of the macro `@Graphable`.
public enum GraphLabelStyle: Hashable, Sendable {
  /// The unchanged name: `waitForCoin`.
  case name
  /// The words of the name: `wait for coin`.
  ///
  /// Acronyms stay in capitals (`HTTPError` becomes `HTTP error`). A number is a separate word
  /// (`retry3Times` becomes `retry 3 times`) unless it follows an acronym (`MP3File` becomes
  /// `MP3 file`). A raw identifier with a space stays as it is.
  case words
}

extension GraphLabelStyle {
  /// Returns the label of a state, a composite state or a region, in this style.
  ///
  /// A label that differs from the name was written by somebody, and stays.
  package func label(_ label: String, of identifier: String) -> String {
    let isName =
      identifier == label
      || [".", RegionPath.mark].contains { identifier.hasSuffix($0 + label) }
    guard self == .words, isName else { return label }
    return Self.inWords(label)
  }

  /// Returns the label of a rule with the name of its event in this style.
  package func label(_ label: RuleLabel) -> RuleLabel {
    guard self == .words else { return label }
    var label = label
    switch label.trigger {
    case .event(let name): label.trigger = .event(Self.inWords(event: name))
    case .completion: break
    case .timeout(let duration, let event):
      label.trigger = .timeout(duration, sends: event.map { Self.inWords(event: $0) })
    }
    return label
  }

  /// Returns the words of an event's label if it reads like a name in code.
  ///
  /// A label with a space in front of its payload, or with a capital at the beginning, is taken for prose
  /// that somebody wrote.
  private static func inWords(event label: String) -> String {
    guard let first = label.first, first.isLowercase || first == "_" else { return label }
    return inWords(label)
  }

  /// Returns a dotted path with its names in words: `door.halfOpen(3)` becomes `door.half open(3)`.
  private static func inWords(_ path: String) -> String {
    let names = path.prefix { $0 != "(" }
    guard !names.contains(" ") else { return path }
    let words =
      names.split(separator: ".", omittingEmptySubsequences: false)
      .map { IdentifierWords(of: String($0)).text }.joined(separator: ".")
      + path.dropFirst(names.count)
    // Equal strings may differ in their bytes (`é` has two forms). The original bytes are kept.
    return words == path ? path : words
  }
}
