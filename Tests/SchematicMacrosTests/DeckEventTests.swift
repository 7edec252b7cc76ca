#if Macros
  import SchematicMacros
  import Testing

  @Suite struct DeckEventTests {
    @Test func macroListsThirtyCasesWithTheirSamples() {
      #expect(
        DeckEvent.graphCases == [
          .powerOn, .powerOff, .openDoor, .closeDoor, .insertTape(.chrome), .insertTape(.metal),
          .ejectTape, .play, .stop, .pause(false), .pause(true), .rewind(.slow), .rewind(.fast),
          .fastForward(.slow), .fastForward(.fast), .record(from: .line),
          .record(from: .mic(gain: 0)), .record(from: .mic(gain: 0.5)),
          .record(from: .mic(gain: 1)), .skip(by: 0), .skip(by: 1), .seek(to: 0), .seek(to: 0.5),
          .seek(to: 1), .setVolume(0), .setVolume(0.5), .setVolume(1), .mute(false), .mute(true),
          .balance(0, fade: false), .balance(0, fade: true), .balance(0.5, fade: false),
          .balance(0.5, fade: true), .balance(1, fade: false), .balance(1, fade: true),
          .counterReset, .counterChanged(nil), .counterChanged(0), .counterChanged(1),
          .tapeEnded(.a), .tapeEnded(.b), .tapeJammed, .`load error`(code: 0),
          .`load error`(code: 1), .headDirty(since: 0), .headDirty(since: 1),
          .sleepAfter(minutes: 2), .sleepAfter(minutes: 5), .dolbyNR(false), .dolbyNR(true),
          .remote(.key(0)), .remote(.key(1)), .remote(.held(.key(0))), .remote(.held(.key(1))),
          .timer((0, false)), .timer((0, true)), .timer((1, false)), .timer((1, true)),
          .display([]), .display([""]), .eq5Band, .default,
        ])
    }

    @Test func macroIdentifiesThirtyCases() {
      #expect(
        DeckEvent.graphCases.map(\.graphIdentifier).uniqued == [
          "powerOn", "powerOff", "openDoor", "closeDoor", "insertTape", "ejectTape", "play", "stop",
          "pause", "rewind.slow", "rewind.fast", "fastForward.slow", "fastForward.fast",
          "record.line", "record.mic", "skip", "seek", "setVolume", "mute", "balance",
          "counterReset", "counterChanged", "tapeEnded.a", "tapeEnded.b", "tapeJammed",
          "load error", "headDirty(since: 0)", "headDirty(since: 1)", "sleepAfter",
          "dolbyNR(false)", "dolbyNR(true)", "remote.key", "remote.held.key", "timer", "display",
          "eq5Band", "default",
        ])
      #expect(DeckEvent.record(from: .mic(gain: 0.7)).casePath == ["record", "mic"])
    }

    @Test func macroLabelsThirtyCases() {
      #expect(
        DeckEvent.graphCases.map(\.diagramLabel).uniqued == [
          "power on", "power off", "open door", "close door", "insert tape", "eject tape", "play",
          "stop", "pause", "rewind.slow", "rewind.fast", "fast forward.slow", "fast forward.fast",
          "record.line", "record.mic", "skip", "seek", "set volume", "mute", "balance",
          "counter reset", "counter changed", "tape ended.a", "tape ended.b", "tape jammed",
          "load error", "!(since: 0)", "!(since: 1)", "sleep after", "dolby NR(false)",
          "dolby NR(true)", "remote.key", "remote.held.key", "timer", "display", "eq 5 band",
          "default",
        ])
      #expect(DeckEvent.rewind(.fast).diagramLabel == "rewind.fast")
    }
  }

  extension DeckEvent {
    // Tuples are not Equatable, so the comparison is by what the values print.
    package static func == (one: DeckEvent, other: DeckEvent) -> Bool {
      String(reflecting: one) == String(reflecting: other)
    }
  }

  extension [String] {
    /// The elements without repetitions that stand side by side.
    fileprivate var uniqued: [String] {
      reduce(into: []) { list, element in if list.last != element { list.append(element) } }
    }
  }
#endif
