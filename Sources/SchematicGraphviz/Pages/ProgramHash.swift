/// The hashes of the programs, which a page's content security policy lists so that the browser
/// runs nothing else.
///
/// If the program changes, `Scripts/player/hash.py` updates the hashes. Until then, the test
/// `namesItsProgramByItsHash` fails.
enum ProgramHash {
  /// The SHA-256 hash of the script of an interactive page, in Base64.
  static let playing = "JzuQECzUElDv1hdWmu3DvQ37WZYsgs2SUTzUnRDjQk4="
  /// The SHA-256 hash of the script of an interactive page with lines of code, in Base64.
  static let linked = "BKWyWz+vF4+Rzz2WeYUHGLeU4KJeFK3y2NW4uze2isw="
  /// The SHA-256 hash of the script of a page of running machines, in Base64.
  static let live = "vf9Y2CNPAiTga+EXEPrwwAZ99YmGp486Pq2Anycy6lM="
}
