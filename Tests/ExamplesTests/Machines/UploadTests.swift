@testable import Examples
import Foundation
import SchematicGraph
import Testing

/// The hand-written machine of the README's first screen.
@Suite struct UploadTests {
  @Test func uploadIsDrawnAsItIs() {
    #expect(
      Upload.graph.transitions.map(\.description) == [
        "waiting -> sending: start", "sending -> done: sent", "sending -> failed: broke",
        "failed -> sending: retry",
      ])
  }

  /// The README shows what the check says if an upload that broke waits again.
  @Test func theReadmeShowsWhichArrowChanged() throws {
    let changed = StateGraph(
      initial: Upload.State.waiting, events: Upload.Event.allCases, isFinal: { $0 == .done },
      step: { (state: Upload.State, event: Upload.Event) -> Upload.State? in
        if state == .sending, event == .broke { return .waiting }
        var upload = Upload(state: state)
        upload.handle(event)
        return upload.state == state ? nil : upload.state
      })
    let edits = changed.diff(from: Upload.graph).edits.map { "\($0)" }
    #expect(edits == ["~ sending: broke leads to waiting, was failed"])
    var root = URL(filePath: #filePath)
    while root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
    let readme = try String(
      contentsOf: root.deletingLastPathComponent().appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains(edits[0]))
  }
}
