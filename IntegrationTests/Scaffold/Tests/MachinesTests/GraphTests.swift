import SchematicGraph
import SchematicTesting
import Testing

@testable import Lines
@_spi(Pages) @testable import Machines
@testable import Pumps
@testable import Wires

/// What the scaffold has written draws the machines, as it is.
@Suite struct GraphTests {
  // Other systems draw no traps.
  #if os(Linux)
    @Test func scaffoldDrawsASocket() {
      let graph = StateGraph.withTraps { Socket.graph }
      #expect(graph.states.map(\.identifier) == ["idle", "connecting", "closed", "open"])
      #expect(
        graph.traps.map(\.description) == [
          "idle: connected / traps: not asked for", "closed: connected / traps: not asked for",
          "open: connected / traps: not asked for",
        ])
      let events = Set(graph.rules.compactMap { $0.description.split(separator: ": ").last })
      #expect(events.contains { $0.hasPrefix("receive [") })
      #expect(!graph.rules.contains { $0.description.contains("expire") })
    }
  #endif

  @Test func scaffoldDrawsAGenericMachineThatKeepsContinuationsAndTasks() {
    #expect(
      Relay<Int, any Error>.graph.states.map(\.identifier) == [
        "initial", "running", "finished", "waiting",
      ])
  }

  @Test func scaffoldDrawsAnObjectAnEnumAndAStateInsideOfSomethingPrivate() {
    #expect(Kettle.graph.states.map(\.identifier) == ["cold", "hot"])
    #expect(Light.graph.rules.map(\.description) == ["red -> green: next", "green -> red: next"])
    #expect(Door.graph.states.map(\.identifier) == ["locked", "unlocked"])
  }

  @Test func scaffoldDrawsAMachineWithIdentifiersAndTimes() {
    #expect(Mail.graph.states.map(\.identifier) == ["idle", "waiting", "finished"])
  }

  @MainActor @Test func scaffoldDrawsAMachineOfTheMainActor() {
    #expect(
      Player.graph.rules.map(\.description) == [
        "stopped -> playing: play", "playing -> stopped: stop",
      ])
  }

  @Test func scaffoldDrawsAMachineThatCallsServices() {
    #expect(
      Login.graph.rules.map(\.description).prefix(6) == [
        "out -> out: restore / load (internal)",
        "out -> waiting: signIn [isOnline] / signIn, waits",
        "out -> offline: signIn [not isOnline]",
        "out -> welcome: load returns [load is success]",
        "out -> out: signIn returns / role (internal)",
        "out -> failed: signIn throws / signIn returns",
      ])
    #expect(
      Login.graph.states.map(\.identifier) == ["out", "waiting", "offline", "welcome", "failed"])
  }

  @Test func scaffoldDrawsAMachineWithAClock() {
    #expect(
      Alarm<StandInClock>.graph.rules.map(\.description) == [
        "silent -> set: set / sleep, waits", "silent -> ringing: sleep returns / set returns",
        "set -> silent: stop", "set -> ringing: sleep returns / set returns",
        "ringing -> silent: stop",
        "ringing -> ringing: sleep returns / set returns (internal)",
      ])
  }

  @Test func scaffoldTellsEventsOfTheSameNameApart() {
    #expect(
      Room.graph.rules.map(\.description) == [
        "dark -> bright: handle(_: LampEvent).on", "dark -> windy: FanEvent.on",
        "dark -> windy: FanEvent.faster", "dark -> bright: flash.on", "dark -> bright: flash.off",
        "bright -> dark: handle(_: LampEvent).off", "bright -> windy: FanEvent.on",
        "bright -> windy: FanEvent.faster", "windy -> bright: handle(_: LampEvent).on",
        "windy -> dark: handle(_: LampEvent).off", "windy -> bright: flash.on",
        "windy -> bright: flash.off",
      ])
  }

  @Test func scaffoldDrawsAStateMadeOfBooleans() {
    #expect(
      Splitter.graph.states.map(\.identifier) == [
        "none", "isInWord", "isQuoted", "isInWord, isQuoted",
      ])
    let ends = Splitter.graph.rules.filter { $0.action != nil }
    #expect(ends.map { "\($0.source) -> \($0.target)" } == ["isInWord -> none"])
  }

  @Test func scaffoldLetsTimeGoByInAStep() {
    let rules = Lantern.graph.rules.map(\.description)
    #expect(rules.contains("dark -> lit: light / sleep"))
    #expect(rules.contains("lit -> dark: sleep returns"))
  }

  @Test func scaffoldDrawsAMachineWithNumbersOnly() {
    #expect(Guests.graph.states.map(\.identifier) == ["none", "seats"])
  }

  @Test func scaffoldTellsApartIdentifiersThatAMachineCompares() {
    #expect(
      Recorder.graph.rules.map(\.description) == [
        "idle -> recording: start / emit(started) {session = event session}",
        "idle -> idle: stop / ignore (internal)",
        "recording -> recording: start / ignore (internal)",
        "recording -> idle: stop [event session = machine session] / emit(stopped)",
        "recording -> recording: stop [event session ≠ machine session] / ignore (internal)",
      ])
  }

  @Test func scaffoldTriesAllThatAMachineReadsOfAFrameTogether() {
    #expect(
      Collector.graph.rules.map(\.description) == [
        "none -> isOpen: add [isLast = false and kind = first]",
        "none -> none: add [kind = next] / collectorDidEnd(broken) (internal)",
        "none -> none: add [isLast = true and kind = first] / collectorDidEnd(whole) (internal)",
        "isOpen -> none: add [kind = first] / collectorDidEnd(broken)",
        "isOpen -> none: add [isLast = true and kind = next] / collectorDidEnd(whole)",
      ])
  }

  @Test func scaffoldDrawsAStateThatIsAStructOfFlags() {
    #expect(
      Pages.graph.rules.map(\.description) == [
        "none -> isLoading: load", "none -> hasAll: loaded [all = true]",
        "isLoading -> isLoading: load / completion (internal)",
        "isLoading -> none: loaded [all = false]", "isLoading -> hasAll: loaded [all = true]",
        "hasAll -> isLoading, hasAll: load", "hasAll -> none: loaded [all = false]",
        "isLoading, hasAll -> isLoading, hasAll: load / completion (internal)",
        "isLoading, hasAll -> none: loaded [all = false]",
        "isLoading, hasAll -> hasAll: loaded [all = true]",
      ])
  }

  @Test func scaffoldTriesTheRawValuesThatAMachineReads() {
    #expect(
      Remote.graph.rules.map(\.description) == [
        "stopped -> playing: receive [data = [250]]",
        "stopped -> recording: receive [data = [251]]",
        "playing -> stopped: receive [data = [252]]",
        "playing -> recording: receive [data = [251]]",
        "recording -> stopped: receive [data = [252]]",
        "recording -> playing: receive [data = [250]]",
      ])
  }

  @Test func scaffoldStartsAMachineWithServicesAndWithoutChance() {
    #expect(
      Post.graph.rules.map(\.description) == [
        "waiting -> sending: start / send", "sending -> finished: end / didEnd",
      ])
    #expect(Post.graph.states.map(\.isFinal) == [false, false, true])
  }

  @Test func scaffoldSwitchesOnWhatIsOffAndLowersALimit() {
    #expect(
      Patience.graph.rules.map(\.description) == [
        "ready -> givenUp: answered [status in 0…1]",
        "ready -> ready: answered [status = 200] {attempts = 0} (internal)",
        "ready -> waiting: answered [attempts in 0…1 and status = 429] {attempts + 1}",
        "ready -> givenUp: answered [attempts = 2 and status = 429] {attempts = 3}",
        "waiting -> ready: rested [now = 0 and time in 1…2] {now = time}",
        "waiting -> ready: rested [now = 1 and time = 2] {now = 2}",
        "waiting -> givenUp: answered [status in 0…1]",
        "waiting -> ready: answered [status = 200] {attempts = 0}",
        "waiting -> waiting: answered [attempts = 1 and status = 429] {attempts = 2} (internal)",
        "waiting -> givenUp: answered [attempts = 2 and status = 429] {attempts = 3}",
      ])
  }

  @Test func machineStartsInEachRole() {
    #expect(
      Peer.graph.rules.map(\.description) == [
        "idle -> waiting: connect [role = client]",
        "idle -> open: receive [role = server]",
        "waiting -> open: receive",
      ])
    #expect(
      Fader.graph.rules.map(\.description).filter { $0.contains("quiet -> l") } == [
        "quiet -> loud: move [level in {1.0, 0.5}] / play",
        "quiet -> locked: lock [isLockable = true]",
      ])
  }

  @Test func scaffoldTriesTheEventsOfAnotherTypeAndAValueThatAnExtensionAllows() {
    #expect(
      Zoom<Double>.graph.rules.map(\.description).contains(
        "whole -> halved: pinch [isInward = true] {value changes}"))
    #expect(Tap.graph.rules.map(\.description).contains { $0.hasPrefix("running -> dry: ") })
    #expect(Projector.graph.rules.map(\.description).contains("dark -> bright: shine"))
  }

  @Test func scaffoldReadsAStateThatIsInheritedOrWrapped() {
    #expect(
      Hall.graph.rules.map(\.description) == ["dark -> bright: press", "bright -> dark: press"])
    #expect(
      Porch.graph.rules.map(\.description).prefix(6) == [
        "dark -> bright: call [guest = \"a\"]", "dark -> dark: look / find (internal)",
        "dark -> dark: enter [code ≠ \"aaaa\"] / didRefuse (internal)",
        "dark -> bright: enter [code = \"aaaa\" and porchMayOpen] / didOpenFor",
        "dark -> dark: enter [code = \"aaaa\" and not porchMayOpen] / didRefuse (internal)",
        "dark -> bright: find returns [find is Guest]",
      ])
    #expect(
      Wizard.graph.rules.map(\.description) == [
        "first -> second: next", "second -> last: next", "second -> first: back",
      ])
  }

  @Test func scaffoldTriesTheValuesOfInitializersThatMayFail() {
    #expect(
      Library.graph.rules.map(\.description) == [
        "empty -> filled: put", "filled -> labeled: stick", "labeled -> filled: put",
      ])
  }

  @MainActor @Test func scaffoldDrawsMethodsOfTheMainActor() {
    #expect(
      Swipe.graph.rules.map(\.description) == [
        "idle -> moving: begin", "idle -> idle: end {state = ended} (internal)",
        "moving -> idle: end {state = ended}",
      ])
  }

  @Test func scaffoldReadsTheBytesOfAParser() {
    #expect(
      Wireline.graph.rules.map(\.description) == [
        "start -> start: read [byte ≠ 43] / listener(sign) (internal)",
        "start -> text: read [byte = 43]",
        "text -> text: read [byte in 0…1] / listener(sign) (internal)",
        "text -> start: read [byte = 10] / listener(end)",
        "text -> start: answered [status = 429]",
      ])
  }

  @Test func scaffoldDrawsAValueThatWaits() {
    #expect(
      Reading.graph.rules.map(\.description) == [
        "closed -> closed: next / page, waits (internal)",
        "closed -> open: page returns [page is (text: 1, last: false)] / next returns: 1 {open = 0}",
        "closed -> finished: page returns [page is (text: 1, last: true)] / next returns: 1",
        "open -> open: next / page, waits (internal)",
        "open -> open: page returns [page is (text: 1, last: false)] / next returns: 1 {open = 1} (internal)",
        "open -> finished: page returns [page is (text: 1, last: true)] / next returns: 1",
      ])
  }

  @Test func scaffoldDrawsAnActor() {
    #expect(
      Clerk.graph.rules.map(\.description) == [
        "free -> busy: serve / waits", "free -> away: leave",
        "busy -> free: finish [count = 0] / serve returns: 0",
        "busy -> free: finish [count = 1] / serve returns: 1",
        "busy -> away: leave / serve throws: Absence", "busy: serve / rejected: Absence",
        "away: serve / rejected: Absence",
      ])
  }

  @Test func scaffoldDrawsAReducer() {
    #expect(Counter.graph.states.map(\.identifier) == ["counting", "full"])
  }

  @Test func scaffoldDrawsAnOptionalStateAndTellsWhichOfTwoValuesDecides() {
    #expect(
      Tunnel.graph.rules.map(\.description) == [
        "none -> calm: reconnect [because = user]",
        "none -> hurried: reconnect [because ≠ user]",
        "calm -> hurried: reconnect [because ≠ user]",
        "calm -> none: stop",
        "hurried -> calm: reconnect [because = user]",
        "hurried -> none: stop",
      ])
  }

  @Test func scaffoldDrawsAnInheritedState() {
    #expect(QuickSession.graph.states.map(\.identifier) == ["quiet", "ready"])
    #expect(QuickSession.graph.findings.isEmpty)
  }

  @Test func scaffoldDrawsMachinesAndStatesThatCannotBeCopied() {
    #expect(Token.graph.rules.map(\.description) == ["valid -> used: use"])
    #expect(
      Valve.graph.rules.map(\.description) == [
        "shut -> open: turn {turns = 1}",
        "open -> open: turn [turns = 1] {turns = 2} (internal)",
        "open -> leaking: turn [turns = 2] {isBad = false}", "open -> shut: shut",
        "leaking -> leaking: turn [isBad = false] {isBad = true} (internal)",
        "leaking -> stuck: turn [isBad = true]", "leaking -> shut: shut", "stuck -> shut: shut",
      ])
  }

  #if os(Linux)
    @Test func eachTryResumesAContinuationOfItsOwn() {
      let graph = StateGraph.withTraps { Wire.graph }
      #expect(graph.states.map(\.identifier) == ["low", "high"])
      #expect(graph.traps.map(\.description) == ["high: wait / traps: not while it is high"])
    }
  #endif

  @Test func scaffoldDrawsActionsThatCannotBeCopied() {
    let rules = Bell.graph.rules.map(\.description)
    #expect(rules.contains("quiet -> ringing: press / strike"))
    #expect(rules.contains("ringing -> quiet: letGo / hold"))
  }

  @Test func scaffoldDrawsMachinesWhoseMethodsReturnTheNextState() {
    #expect(Beacon.graph.states.map(\.identifier) == ["stop", "go", "dark"])
    #expect(
      Barrier.graph.rules.map(\.description) == [
        "up -> down: trainComes / lamp", "up -> up: trainLeft / horn (internal)",
        "down -> down: trainComes / horn (internal)", "down -> up: trainLeft",
      ])
    #expect(
      Screen.graph.rules.map(\.description) == ["none -> isShown: open", "isShown -> none: close"])
  }

  @Test func scaffoldDrawsEventsOfWhichOneLacksSamples() {
    #expect(Garden.graph.states.map(\.identifier) == ["bare", "green"])
    #expect(Garden.graph.rules.contains { $0.description.hasSuffix(": rain / look (internal)") })
  }

  @Test func scaffoldDrawsEventsThatChangeNothingAndArgumentsWithDefaults() {
    let rules = Desk.graph.rules.map(\.description)
    #expect(rules.contains("free -> free: ring / call (internal)"))
    #expect(rules.contains("free -> free: asked [asked.copies ≠ nil] / call (internal)"))
  }

  @Test func scaffoldDrawsAStateInABox() {
    #expect(Visit.graph.states.map(\.identifier) == ["fresh", "active", "expired"])
    #expect(Teller.graph.states.map(\.identifier) == ["none", "isOpen"])
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      #expect(Turnstile.graph.states.map(\.identifier) == ["locked", "open"])
    }
  }

  @Test func scaffoldDrawsMethodsOfAProtocol() {
    #expect(
      Motor<Charge<Int>>.graph.rules.map(\.description) == ["off -> on: start", "on -> off: reset"])
  }

  @Test func scaffoldDrawsAHandlerWithWhatItSaysInOrder() {
    #expect(
      Greeter.graph.rules.map(\.description) == [
        "quiet -> quiet: channelActive [isActive = nil] / welcome {isActive = true} (internal)",
        "quiet -> greeted: channelRead [isActive = true and channelRead = hello]",
        "quiet -> gone: channelInactive [isActive ≠ nil] {isActive = false}",
        "quiet: channelRead [isActive ≠ nil and channelRead ≠ hello] "
          + "/ rejected: badMulticastGroupAddressFamily",
        "greeted -> greeted: channelRead [channelRead = question] / question (internal)",
        "greeted -> gone: channelRead [channelRead = bye] / goodbye, close",
        "greeted -> gone: channelInactive {isActive = false}",
        "greeted: channelRead [channelRead = hello] / rejected: badMulticastGroupAddressFamily",
        "gone -> gone: channelInactive {isActive = false} (internal)",
      ])
  }

  @Test func scaffoldSaysHowFarATouchMoves() {
    #expect(
      Drag.graph.rules.map(\.description) == [
        "idle -> touched: handle [kind = down]",
        "touched -> dragged: handle [kind = move and distance = 1]",
        "touched -> idle: handle [kind = up]", "dragged -> idle: handle [kind = up]",
      ])
  }

  @Test func scaffoldSetsAStateThatOthersSet() {
    #expect(
      Dial.graph.rules.map(\.description) == [
        "off -> low: set state [state = low]", "off -> high: set state [state = high]",
        "low -> off: set state [state = off]", "low -> high: set state [state = high]",
        "high -> low: set state [state = low]",
      ])
  }

  @Test func scaffoldAnswersWithAFutureLater() {
    #expect(
      Dialer.graph.rules.map(\.description) == [
        "idle -> dialing: dial / connect",
        "dialing -> connected: connect returns [connect is success]",
        "dialing -> failed: connect returns [connect is failure]",
      ])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func scaffoldShowsAStateBehindAPrivateLockIfTheMachineDoes() {
    #expect(
      Hatch.graph.rules.map(\.description) == [
        "shut -> ajar: open [rawValue = 0]", "shut -> open: open [rawValue = 1]",
        "ajar -> open: open [rawValue = 1]", "open -> ajar: open [rawValue = 0]",
      ])
  }

  @Test func scaffoldDrawsAStateThatOnlyReflectionSees() {
    #expect(Casket.graph.rules.map(\.description) == ["shut -> open: open"])
    #expect(
      Porter<IssuerStandIn>.graph.rules.map(\.description) == [
        "waiting -> refused: show [year = 0]",
        "waiting -> waiting: enter [pass = nil] / false (internal)",
        "waiting -> renewing: enter [pass ≠ nil and isExpired] / renew, false",
        "waiting -> waiting: enter [pass ≠ nil and not isExpired] / true (internal)",
        "waiting -> waiting: set pass {pass = event pass} (internal)",
        "refused -> refused: enter [pass = nil] / false (internal)",
        "refused -> renewing: enter [pass ≠ nil and isExpired] / renew, false",
        "refused -> refused: enter [pass ≠ nil and not isExpired] / true (internal)",
        "refused -> refused: set pass {pass = event pass} (internal)",
        "renewing -> renewing: enter / false (internal)",
        "renewing -> renewing: set pass {pass = event pass} (internal)",
        "renewing -> waiting: renew returns [renew is success] {pass = PaperStandIn}",
        "renewing -> refused: renew returns [renew is failure]",
      ])
  }
}
