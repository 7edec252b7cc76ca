import Foundation

#if Command
  import ArgumentParser
#endif

extension DiagramTool {
  /// Runs the command line.
  @MainActor public static func main() {
    runCommand()
  }

  /// Runs the command line, for programs that have their own `main`.
  ///
  /// A program that was built without the package's trait `Command` prints an error and exits with 2.
  @MainActor public static func runCommand() {
    #if Command
      CommandRunner.run(DiagramCommand<CopyingTool<Self>>.self)
    #else
      let message =
        "error: built without the trait \"Command\"; where Package.swift names Schematic, leave out "
        + "traits, or write traits: [\"Command\"], which needs no Graphviz\n"
      FileHandle.standardError.write(Data(message.utf8))
      exit(2)
    #endif
  }
}
