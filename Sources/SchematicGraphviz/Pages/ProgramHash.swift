/// The hashes of the programs, which a page's content security policy lists so that the browser
/// runs nothing else.
///
/// If the program changes, `Scripts/player/hash.py` updates the hashes. Until then, the test
/// `namesItsProgramByItsHash` fails.
enum ProgramHash {
  /// The SHA-256 hash of the script of an interactive page, in Base64.
  static let playing = "v0/9fOXuoWaJazKFsQEQGwnDbxyl4JAp4XOSwyhN7U0="
  /// The SHA-256 hash of the script of an interactive page with lines of code, in Base64.
  static let linked = "diIkGf4QYsNwZxId99b5QnE6OGYnwQNq68NKsaJ4LYE="
  /// The SHA-256 hash of the script of a page of running machines, in Base64.
  static let live = "oOAUNYWMJYHGbep+AGw6z7eXpnUXXfhiuJCLn04Nweo="
}
