#if Macros
  import SchematicMacros

  /// The events of a cassette deck: thirty cases, most of which carry something.
  @Graphable(labels: .words) package enum DeckEvent: Equatable {
    case powerOn, powerOff, openDoor, closeDoor, insertTape(Tape), ejectTape
    case play, stop, pause(Bool), rewind(Speed), fastForward(Speed), record(from: Source)
    case skip(by: Int), seek(to: Double), setVolume(Double), mute(Bool), balance(Double, fade: Bool)
    case counterReset, counterChanged(Int?), tapeEnded(Side), tapeJammed, `load error`(code: UInt8)
    @GraphLabel("!", payload: .all) case headDirty(since: Int)
    @GraphSamples(2, 5) case sleepAfter(minutes: Int)
    @GraphLabel(payload: .finite) case dolbyNR(Bool)
    case remote(Remote), timer((hour: Int, isOn: Bool)), display([String]), eq5Band, `default`

    package enum Tape: CaseIterable, Equatable, GraphSampled {
      case chrome, metal
      package static var graphSamples: [Tape] { allCases }
    }
    @Graphable package enum Speed { case slow, fast }
    @Graphable package enum Source { case line, mic(gain: Double) }
    @Graphable package enum Side { case a, b }
    @Graphable package indirect enum Remote: Equatable { case key(Int), held(Remote) }
  }
#endif
