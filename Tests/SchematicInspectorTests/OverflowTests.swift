#if Inspector
  import Foundation
  import SchematicGraph
  @testable import SchematicInspector
  import SchematicTestKit
  import SchematicTraces
  import Testing

  /// Whatever a buffer loses, browsers are told of all machines that are there, and of how much they
  /// did not see.
  @Suite struct OverflowTests {
    @Test func browserLearnsOfMoreMachinesThanTheBufferHolds() throws {
      let watched = WatchedMachines(keeping: 32)
      var page = ModelPage(of: watched)
      for index in 0..<40 { watched.add("machine\(index)") }
      try page.read()
      #expect(page.machines.count == 40)
      #expect(page.passed == 0)
    }

    @Test func browserLearnsHowManyMachinesCameAndWent() throws {
      let watched = WatchedMachines(keeping: 4)
      var page = ModelPage(of: watched)
      for index in 0..<40 {
        watched.add("machine\(index)")
        if index >= 10 { watched.remove("machine\(index)") }
      }
      try page.read()
      #expect(page.machines.count == 10)
      #expect(page.seen.count + page.passed == 40)
    }

    @Test func browserLearnsOfAMachineThatIsGoneIfTheBufferHoldsIt() throws {
      let watched = WatchedMachines(keeping: 32)
      var page = ModelPage(of: watched)
      watched.add("guest")
      watched.record("guest", number: 1, target: "on")
      watched.remove("guest")
      try page.read()
      #expect(page.seen == ["guest"])
      #expect(page.machines.isEmpty)
      #expect(page.events == 1)
    }

    /// Machines come, act and go at random, and three browsers read when they like.
    @Test func everyBrowserKnowsTheTruthOrHowMuchItMissed() throws {
      try Seeds.each(200, everyBrowserKnowsTheTruthOrHowMuchItMissed(seed:))
    }

    private func everyBrowserKnowsTheTruthOrHowMuchItMissed(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      let watched = WatchedMachines(keeping: Int.random(in: 1...20, using: &random))
      var states: [String: String] = [:]
      var numbers: [String: Int] = [:]
      var (came, happened) = (0, 0)
      var pages: [ModelPage] = []
      for step in 0..<300 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...1:
          watched.add("machine\(step)")
          states["machine\(step)"] = "off"
          came += 1
        case 2:
          guard let id = states.keys.sorted().randomElement(using: &random) else { continue }
          watched.remove(id)
          states[id] = nil
        case 3...9:
          guard let id = states.keys.sorted().randomElement(using: &random) else { continue }
          numbers[id, default: 0] += 1
          states[id] = Bool.random(using: &random) ? "on" : "off"
          watched.record(id, number: numbers[id] ?? 0, target: states[id] ?? "")
          happened += 1
        case 10:
          guard pages.count < 3 else { continue }
          pages.append(ModelPage(of: watched, came: came, happened: happened))
        default:
          guard let index = pages.indices.randomElement(using: &random) else { continue }
          try pages[index].read()
        }
      }
      for index in pages.indices {
        try pages[index].read()
        let page = pages[index]
        #expect(page.machines == states, "SEED=\(seed)")
        #expect(page.seen.count + page.passed == came - page.cameBefore, "SEED=\(seed)")
        #expect(page.events + page.dropped == happened - page.happenedBefore, "SEED=\(seed)")
      }
    }
  }

  /// What a page knows of machines: see `live.js`.
  private struct ModelPage {
    let watched: WatchedMachines
    let cameBefore: Int
    let happenedBefore: Int
    private var position: WatchedMachines.Position
    private var numbers: [String: Int] = [:]
    private let old: Set<String>
    /// The states of machines, by their identities.
    private(set) var machines: [String: String] = [:]
    /// The machines that came since the page was opened, and that it showed.
    private(set) var seen: Set<String> = []
    private(set) var (passed, dropped, events) = (0, 0, 0)

    init(of watched: WatchedMachines, came: Int = 0, happened: Int = 0) {
      self.watched = watched
      (cameBefore, happenedBefore) = (came, happened)
      let (data, position) = watched.begin(allowingEvents: false)
      self.position = position
      let last = Self.messages(in: data).last { $0.name == "machines" }
      let listed = (try? Listed.all(in: last?.data ?? "[]")) ?? []
      for one in listed { (machines[one.id], numbers[one.id]) = (one.state, one.number) }
      old = Set(machines.keys)
    }

    mutating func read() throws {
      guard let data = watched.next(&position) else { return }
      for (name, data) in Self.messages(in: data) {
        switch name {
        case "machines":
          let listed = try Listed.all(in: data)
          for id in machines.keys where !listed.contains(where: { $0.id == id }) {
            machines[id] = nil
          }
          for one in listed { show(one) }
        case "came": try show(Listed.all(in: "[\(data)]")[0])
        case "gone": machines[data.trimmingCharacters(in: ["\""])] = nil
        case "lines":
          for line in data.split(separator: "\n") {
            let entry = try TraceEntry(line: "\(line)")
            events += 1
            guard machines[entry.id] != nil, entry.number > numbers[entry.id] ?? 0 else { continue }
            (machines[entry.id], numbers[entry.id]) = (entry.step?.target, entry.number)
          }
        case "dropped": dropped += Int(data) ?? 0
        case "passed": passed += Int(data) ?? 0
        default: break
        }
      }
    }

    private mutating func show(_ one: Listed) {
      if !old.contains(one.id) { seen.insert(one.id) }
      guard machines[one.id] == nil || one.number > numbers[one.id] ?? 0 else { return }
      (machines[one.id], numbers[one.id]) = (one.state, one.number)
    }

    private static func messages(in data: Data) -> [(name: String, data: String)] {
      String(decoding: data, as: UTF8.self).components(separatedBy: "\n\n").compactMap { text in
        let lines = text.split(separator: "\n")
        guard let name = lines.first(where: { $0.hasPrefix("event: ") }) else { return nil }
        let data = lines.filter { $0.hasPrefix("data: ") }.map { $0.dropFirst("data: ".count) }
        return (String(name.dropFirst("event: ".count)), data.joined(separator: "\n"))
      }
    }
  }

  extension WatchedMachines {
    fileprivate func add(_ id: String) {
      add(Machine(id: id, name: "Lamp", diagram: 0, state: "off", sender: nil))
    }

    fileprivate func record(_ id: String, number: Int, target: String) {
      record(
        TraceEntry(
          machine: "Lamp", id: id, number: number, state: "off",
          step: .init(event: "toggle", outcome: .moved, target: target)))
    }
  }
#endif
