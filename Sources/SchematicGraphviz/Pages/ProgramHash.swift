/// The hashes of the programs, which a page's content security policy lists so that the browser
/// runs nothing else.
///
/// If the program changes, `Scripts/player/hash.py` updates the hashes. Until then, the test
/// `namesItsProgramByItsHash` fails.
enum ProgramHash {
  /// The SHA-256 hash of the script of an interactive page, in Base64.
  static let playing = "XI5XOq6W0/fgqiYoKDPS/D+BT+o3tDhFaZgRWUMDxwU="
  /// The SHA-256 hash of the script of an interactive page with lines of code, in Base64.
  static let linked = "B8wV/Yjm3Ony/zgmdzJMTTTZAsrcw3IrKTXFn1cQvyE="
  /// The SHA-256 hash of the script of a page of running machines, in Base64.
  static let live = "hnSHckZLeTkGc8f2rZ8Jxm8aY64fA2B8JXVdvyDIC6w="
}
