@testable import SchematicTesting
import Testing

@Suite struct TestSelectionTests {
  private static let suite = "GateTests.TurnstileTests"

  private func share(_ arguments: String) -> TestSelection.Share {
    TestSelection(arguments: ["tests.xctest"] + arguments.split(separator: " ").map(String.init))
      .share(of: Self.suite)
  }

  @Test(arguments: [
    "--testing-library swift-testing",
    "--filter TurnstileTests --testing-library swift-testing",
    "--filter=GateTests --testing-library swift-testing",
    "--filter otherTest --filter Gate.*.Turnstile --testing-library swift-testing",
  ])
  func allTestsOfASuiteRunIfNoFilterOrTheNameOfTheSuiteSelectsThem(arguments: String) {
    #expect(share(arguments) == .all)
  }

  @Test(arguments: [
    "--filter oneTest --testing-library swift-testing",
    "--testing-library swift-testing --filter=GateTests.TurnstileTests/oneTest",
    "--filter oneTest --skip otherTest --testing-library swift-testing",
  ])
  func someTestsOfASuiteRunIfAFilterSelectsOthersThanItsName(arguments: String) {
    #expect(share(arguments) == .some)
  }

  @Test(arguments: [
    "",
    "-NSTreatUnknownArgumentsAsOpen NO",
    "--skip oneTest --testing-library swift-testing",
    "--configuration-path run.json --testing-library swift-testing",
    "--experimental-configuration-path run.json --testing-library swift-testing",
  ])
  func theShareIsUnknownIfTheCommandLineDoesNotNameTheTests(arguments: String) {
    #expect(share(arguments) == .unknown)
  }
}
