import SchematicAnalysis
import SchematicGraph

/// A search for a short run of simple events that fails in the same way as a given run.
///
/// Removing events is delta debugging (Zeller, Hildebrandt: *Simplifying and isolating failure-inducing
/// input*, IEEE TSE 28(2), 2002). It finds only parts of the failing run. The search therefore begins with
/// the ways in which other runs reached the same states. It ends with shorter runs of the same events
/// and samples, but continues no run after which the machine seems to be the same as after an earlier one.
struct RunShrinker<Event: Graphable> {
  /// The maximum number of runs to try, except in the last search.
  private static var bound: Int { 2_000 }
  /// The maximum number of runs in the last search.
  private static var searchBound: Int { 1_000 }
  /// The maximum length of a short run, from which any neighbors and any two events are left out on trial.
  private static var shortLength: Int { 24 }

  /// Sends events to a new machine.
  let drive: ([Event]) -> RunEnd<Event>
  /// The steps that runs have taken.
  let known: KnownSteps<Event>
  /// Returns events that are simpler than a given one.
  let simpler: (Event) -> [Event]
  /// The least number of events that a run of this kind needs.
  let leastLength: Int

  private(set) var best: RunFailure<Event>
  private var tries = 0
  private let samples = Event.graphCases

  /// Creates a search that begins with a failure.
  init(
    _ failure: RunFailure<Event>, leastLength: Int, known: KnownSteps<Event>,
    simpler: @escaping (Event) -> [Event], drive: @escaping ([Event]) -> RunEnd<Event>
  ) {
    best = failure
    self.leastLength = leastLength
    self.known = known
    self.simpler = simpler
    self.drive = drive
  }

  /// Returns the failure of the shortest and simplest run that was found.
  mutating func shrink() -> RunFailure<Event> {
    if case .machine = best.cause { return best }
    var length: Int
    repeat {
      length = best.events.count
      takeShorterWays()
      removeChunks()
      removePairs()
      simplify()
    } while best.events.count < length && tries < Self.bound
    if searchShorterRuns() { simplify() }
    return best
  }

  /// Tries a run, and keeps it if it fails in the same way.
  private mutating func isKept(_ events: [Event]) -> Bool {
    guard tries < Self.bound else { return false }
    tries += 1
    guard case .failed(let failure) = drive(events), failure.kind == best.kind else { return false }
    best = failure
    return true
  }

  /// Tries shorter ways to the states of the run, and then to other states in which the last event may fail.
  private mutating func takeShorterWays() {
    guard let start = best.places.first, let last = best.events.last else { return }
    let ways = known.ways(from: start)
    var end = best.events.count - 1
    while end > 0 {
      let way = ways.path(to: best.places[end])
      let isShorter = way.map { $0.count < end && isKept($0 + best.events[end...]) } ?? false
      end = isShorter ? best.events.count - 1 : end - 1
    }
    for place in ways.nodes {
      guard let way = ways.path(to: place), way.count + 1 < best.events.count else { continue }
      _ = isKept(way + [last])
    }
  }

  /// Leaves out neighboring events: all, then halves, quarters and so on; of a short run, any number.
  private mutating func removeChunks() {
    var size = best.events.count
    while size > 0 {
      var end = best.events.count
      while end > 0 {
        var events = best.events
        events.removeSubrange(max(0, end - size)..<end)
        let isShorter = isKept(events)
        let step = isShorter || size <= Self.shortLength ? 1 : size
        end = min(end - step, best.events.count)
      }
      size = size > Self.shortLength ? size / 2 : size - 1
    }
  }

  /// Removes pairs of events from a short run, such as one that opens and one that closes.
  ///
  /// The run may still fail in the same way without both events, but not without only one of them.
  private mutating func removePairs() {
    guard best.events.count <= Self.shortLength else { return }
    var second = best.events.count - 1
    while second > 0 {
      let isShorter = (0..<second).contains { first in
        var events = best.events
        events.remove(at: second)
        events.remove(at: first)
        return isKept(events)
      }
      second = isShorter ? best.events.count - 1 : second - 1
    }
  }

  /// Searches shorter runs of the same events and of samples, the shortest first.
  ///
  /// If a machine seems to be the same after several runs, only the first of these runs is continued.
  private mutating func searchShorterRuns() -> Bool {
    guard best.events.count > leastLength else { return false }
    var known = VisitedSet()
    let events = (best.events + samples).filter { known.insert($0, $0.eventLabel) }
    var seen: Set<String> = []
    var runs: [[Event]] = [[]]
    var (next, rest) = (0, Self.searchBound)
    while next < runs.count, runs[next].count + 1 < best.events.count {
      for event in events where rest > 0 {
        rest -= 1
        switch drive(runs[next] + [event]) {
        case .failed(let failure):
          guard failure.kind == best.kind else { continue }
          best = failure
          return true
        case .passed(let machine):
          if seen.insert(machine()).inserted { runs.append(runs[next] + [event]) }
        }
      }
      next += 1
    }
    return false
  }

  /// Replaces events by earlier declared samples with the same name, or by events that the test calls simpler.
  private mutating func simplify() {
    var index = 0
    while index < best.events.count {
      let event = best.events[index]
      let name = withoutPayload(event.eventLabel)
      let identity = ValueTree(event).identity
      let earlier = samples.prefix { ValueTree($0).identity != identity }
      let proposals = earlier.filter { withoutPayload($0.eventLabel) == name } + simpler(event)
      let isSimpler = proposals.contains { proposal in
        guard ValueTree(proposal).identity != identity else { return false }
        var events = best.events
        events[index] = proposal
        return isKept(events)
      }
      // A simpler event may be replaced by an even simpler one.
      if !isSimpler { index += 1 }
    }
  }
}
