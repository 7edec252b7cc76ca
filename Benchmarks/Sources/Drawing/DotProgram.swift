import Foundation

/// Graphviz's own program, started once for each diagram.
struct DotProgram {
  private let path: String

  /// Finds the program; `nil` where there is none.
  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/dot" }.first(where: FileManager.default.isExecutableFile)
    guard let found else { return nil }
    path = found
  }

  /// Returns the SVG that the program draws.
  ///
  /// - Parameter text: The text of the diagram.
  /// - Returns: The image.
  /// - Throws: What keeps the program from starting.
  func draw(_ text: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-Tsvg"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Small enough for the pipe: `dot` reads all before it writes.
    input.fileHandleForWriting.write(Data(text.utf8))
    input.fileHandleForWriting.closeFile()
    let image = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    precondition(process.terminationStatus == 0 && !image.isEmpty, "dot drew nothing")
    return image
  }
}
