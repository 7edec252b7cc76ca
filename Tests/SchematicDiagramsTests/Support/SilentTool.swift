@testable import SchematicDiagrams

/// Tests name the pages that they are about; the commands of all others would read those of this package.
extension DiagramTool where Self: SilentTool {
  static var pages: [String] { [] }
}
