/// How the labels of cases are made from their names.
public enum GraphLabelStyle: Hashable, Sendable {
  /// The name as it is: `waitForCoin`.
  case name
  /// The words of the name: `wait for coin`.
  ///
  /// Acronyms keep their capitals (`HTTPError` reads `HTTP error`), a number is a word of its own
  /// (`retry3Times` reads `retry 3 times`) unless it follows an acronym (`MP3File` reads
  /// `MP3 file`), and a raw identifier is prose already.
  case words
}
