/// The hashes of the programs, which a page's content security policy lists so that the browser
/// runs nothing else.
///
/// If the program changes, `Scripts/player/hash.py` updates the hashes. Until then, the test
/// `namesItsProgramByItsHash` fails.
enum ProgramHash {
  /// The SHA-256 hash of the script of an interactive page, in Base64.
  static let playing = "DymC6W+YgHUGNFhrAfaEfOLv1HxBaj6grzjGkuNib68="
  /// The SHA-256 hash of the script of an interactive page with lines of code, in Base64.
  static let linked = "GhrPcXLeLmpg59YBOEha8uQH1/X2wtIGYwDHCA6uWVg="
  /// The SHA-256 hash of the script of a page of running machines, in Base64.
  static let live = "wmomWcICx4OklzgBmZVxiC7aAUkauTB63QGQ0LfOpIQ="
}
