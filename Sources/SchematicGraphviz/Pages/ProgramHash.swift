/// The hashes of the programs, which a page's content security policy lists so that the browser
/// runs nothing else.
///
/// If the program changes, `Scripts/player/hash.py` updates the hashes. Until then, the test
/// `namesItsProgramByItsHash` fails.
enum ProgramHash {
  /// The SHA-256 hash of the script of an interactive page, in Base64.
  static let playing = "86I5XJ2/JplL9Qnpj4RSpj4XedT2XyuuPH7VZ1FHMX0="
  /// The SHA-256 hash of the script of an interactive page with lines of code, in Base64.
  static let linked = "ZVGZnbm11kvQm+2a5TlIZ355wWDN6cGZq2dB+z7JYtE="
  /// The SHA-256 hash of the script of a page of running machines, in Base64.
  static let live = "kNMYxzupgNcM/RzI8104x38Nb250LzOMdOiFeY5JWD8="
}
