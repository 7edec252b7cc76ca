import SchematicTestKit
import Testing

@testable import SchematicGraph

/// The texts of delays: what is printed reads back as the same delay.
@Suite struct DelayTextTests {
  private typealias Delay = StateGraph.Delay

  @Test(arguments: [
    (Duration.seconds(30), "30 s"), (.seconds(0), "0 s"), (.milliseconds(1_500), "1.5 s"),
    (.milliseconds(250), "250 ms"), (.microseconds(7), "7 µs"), (.nanoseconds(3), "3 ns"),
    (.seconds(60), "1 min"), (.seconds(600), "10 min"), (.seconds(90), "1 min 30 s"),
    (.seconds(5_400), "1 h 30 min"), (.seconds(172_800), "2 d"), (.seconds(86_401), "1 d 1 s"),
    (.milliseconds(90_001), "1 min 30.001 s"), (.microseconds(1_500), "1500 µs"),
    (.seconds(-2), "-2 s"), (.milliseconds(-1_500), "-1.5 s"), (.milliseconds(-5), "-5 ms"),
    (.seconds(-90), "-1 min 30 s"), (.seconds(Int64.max), "106751991167300 d 15 h 30 min 7 s"),
  ])
  func durationHasALabel(duration: Duration, label: String) {
    #expect(duration.label == label)
    #expect(Duration(label: label) == duration)
  }

  @Test func durationIsReadBack() {
    Seeds.each(2_000) { seed in
      var random = SplitMix64(seed: seed)
      let bits = Int64.random(in: 0..<63, using: &random)
      let sign: Int64 = Bool.random(using: &random) ? -1 : 1
      let duration = Duration(
        secondsComponent: sign * Int64.random(in: 0...(1 << bits), using: &random),
        attosecondsComponent: Bool.random(using: &random)
          ? 0 : sign * Int64.random(in: 0..<1_000_000_000_000_000_000, using: &random))
      #expect(Duration(label: duration.label) == duration, "SEED=\(seed) \(duration.label)")
    }
  }

  @Test func secondsAreReadHoweverManyTheyAre() {
    #expect(Duration(label: "600 s") == .seconds(600))
    #expect(Duration(label: "90.001 s") == .milliseconds(90_001))
    #expect(StateGraph.Trigger(notation: "after 600 s") == .timeout(.seconds(600)))
  }

  @Test(arguments: [
    "90 min", "1 min 60 s", "30.0 s", "+3 s", "03 s", "1 s 1 min", "1 d 0 s", "1 min -3 s", "s",
    "1.5 min", "3", "9223372036854775808 s", "-0 s", "3 x",
  ])
  func otherTextIsNoDuration(text: String) {
    #expect(Duration(label: text) == nil)
  }

  @Test(arguments: [
    ("retry interval", "retry interval"), ("30 s", "\"30 s\""), ("90 min", "\"90 min\""),
    ("lunch in Paris", "lunch in Paris"), ("lunch (late)", "\"lunch (late)\""), ("(", "("),
    ("", "\"\""), ("\"x\"", "\"\\\"x\\\"\""), ("a\\b", "a\\b"), (" x", "\" x\""),
  ])
  func lengthHasAName(name: String, text: String) {
    #expect(Delay.named(name).description == text)
    #expect(Delay(notation: text) == .named(name))
  }

  @Test func triggerIsReadBack() {
    Seeds.each(1_000) { seed in
      var random = SplitMix64(seed: seed)
      let words = ["(", "after", "30 s", "x (y)", "\"", "\\", "a", "", " "]
      func text() -> String {
        Bool.random(using: &random)
          ? AdversarialText.random(using: &random)
          : (0..<Int.random(in: 0...3, using: &random)).map { _ in
            words.randomElement(using: &random)!
          }.joined(separator: " ")
      }
      let event = Bool.random(using: &random) ? text() : nil
      let triggers: [StateGraph.Trigger] = [
        .timeout(.named(text()), sends: event), .timeout(.seconds(5), sends: event),
        .event(text()), .event("after \(text())"), .event("\"after \(text())\""),
      ]
      for trigger in triggers {
        let read = StateGraph.Trigger(notation: trigger.description)
        #expect(
          read == trigger
            && read.description.unicodeScalars.elementsEqual(
              trigger.description.unicodeScalars),
          "SEED=\(seed) \(trigger.description)")
      }
    }
  }
}
