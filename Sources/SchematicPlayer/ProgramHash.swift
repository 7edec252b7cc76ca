/// The hashes of the program that pages name in their content security policy, so that a browser runs it
/// and nothing else.
///
/// They change with the program, and then `Scripts/player/hash.py` writes them anew; the test
/// `namesItsProgramByItsHash` fails until they are right.
enum ProgramHash {
  /// The SHA-256 of the script of a page that plays, in Base64.
  static let playing = "FG9KUo373FdPg7JswWb4PcjXfrrAVxUE+t1vf3YlL9c="
  /// The SHA-256 of the script of a page of running machines, in Base64.
  static let live = "xAMlNRXF/mdvztMnMfM3JLCuFTCNtXZlsrUaBkimxU8="
}
