import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct ProgressLineTests {
  private final class Screen {
    var text = ""
  }

  private func written(isShown: Bool, patience: Duration) -> String {
    let screen = Screen()
    let line = ProgressLine(isShown: isShown, patience: patience) { screen.text += $0 }
    line.show("drawing A")
    line.show("drawing B")
    line.clear()
    line.clear()
    return screen.text
  }

  @Test func replacesWhatItShowedAndGoesAway() {
    let erase = "\r\u{1B}[K"
    #expect(
      written(isShown: true, patience: .zero) == "\(erase)drawing A\(erase)drawing B\(erase)")
  }

  @Test func showsNothingWhereThereIsNoTerminal() {
    #expect(written(isShown: false, patience: .zero) == "")
  }

  @Test func showsNothingOfShortWork() {
    #expect(written(isShown: true, patience: .seconds(3600)) == "")
  }
}
