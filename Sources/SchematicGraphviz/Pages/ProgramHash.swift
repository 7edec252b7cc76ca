/// The hashes of the programs, which a page's content security policy lists so that the browser
/// runs nothing else.
///
/// If the program changes, `Scripts/player/hash.py` updates the hashes. Until then, the test
/// `namesItsProgramByItsHash` fails.
enum ProgramHash {
  /// The SHA-256 hash of the script of an interactive page, in Base64.
  static let playing = "YtFe8cicupmuLSl9k2zOx9TScOefcT4YZa5T0yWtGJY="
  /// The SHA-256 hash of the script of an interactive page with lines of code, in Base64.
  static let linked = "cnGORr0pbhEHFpQsEAmg6NT5Hj+SS9XsUIXXNpZ7LeU="
  /// The SHA-256 hash of the script of a page of running machines, in Base64.
  static let live = "KJaSTRecyh7PchxsBIy+DUvXBAP7+AHNDE8mNGaAW2M="
}
