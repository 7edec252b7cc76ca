/// The hashes of the programs, which a page's content security policy lists so that the browser
/// runs nothing else.
///
/// If the program changes, `Scripts/player/hash.py` updates the hashes. Until then, the test
/// `namesItsProgramByItsHash` fails.
enum ProgramHash {
  /// The SHA-256 hash of the script of an interactive page, in Base64.
  static let playing = "OHuoxigxyzDROA+h16RjmliiZolFrpa7tAPE3nWWZEY="
  /// The SHA-256 hash of the script of an interactive page with lines of code, in Base64.
  static let linked = "eBQeOyeMtrl0qTTiCZlorrcxaETJn9/ZysTBzT2iE0Q="
  /// The SHA-256 hash of the script of a page of running machines, in Base64.
  static let live = "u0v7F4ycnhu/oDAapDKXDn23Uvd21NIJ/+k3lUB2Yyc="
}
