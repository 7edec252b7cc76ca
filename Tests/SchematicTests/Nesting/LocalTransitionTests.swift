import Schematic
import Testing

/// The order in which states inside one another are left and entered, as the specification tests of
/// StateSmith observe it (<https://github.com/StateSmith/StateSmith>, tests 3, 4, 4B, 4C and 7).
///
/// A machine there may be in a state without being in one inside. Here that is a place of its own,
/// `here`, which does nothing.
@Suite struct LocalTransitionTests {
  struct Place: Hierarchical, Equatable {
    let casePath: [String]

    init(_ path: String) { casePath = path.split(separator: ".").map(String.init) }
  }

  /// Notes what is left and entered, and when the action runs.
  private static func schema(_ initial: String) -> StateMachineSchema<Place, String, Notes> {
    let schema = StateMachineSchema<Place, String, Notes>(initialState: Place(initial)) { _, path in
      .to(Place(path), "act") { $0.add("/") }
    }
    return (1...3).reduce(schema) { schema, level in
      schema.states(level: level) { place in
        guard place.casePath.count >= level, place.casePath[level - 1] != "here" else {
          return .none
        }
        let name = place.casePath[level - 1]
        return .entry("note") { $0.add("+\(name)") }
          .exit("note") { $0.add("-\(name)") }
      }
    }
  }

  typealias Row = (fact: String, from: String, to: String, steps: String)

  @Test(
    arguments: [
      ("3: an action runs between exit and entry", "s1", "s2", "-s1 / +s2"),
      ("4: into a child, the parent isn't left", "root.here", "root.s1", "/ +s1"),
      (
        "4: by the parent's rule to where it is, a child is left and entered", "root.s1", "root.s1",
        "-s1 / +s1"
      ),
      ("4: between children", "root.s1", "root.s2", "-s1 / +s2"),
      ("4: by the parent's rule to another child", "root.s2", "root.s1", "-s2 / +s1"),
      ("4: to the parent, only the child is left", "root.s3", "root.here", "-s3 /"),
      ("4: into a grandchild, from the outermost", "root.here", "root.s10.s10_1", "/ +s10 +s10_1"),
      ("4: into a state with an initial one", "root.here", "root.s20.s20_1", "/ +s20 +s20_1"),
      ("4B: a local transition into a child", "g.here", "g.g_1", "/ +g_1"),
      ("4B: a local transition out of a child", "g.g_1", "g.here", "-g_1 /"),
      ("7: out of a group, from the innermost", "parent.g.g_s2", "parent.s1", "-g_s2 -g / +s1"),
      ("7: into a group that decides where", "parent.s1", "parent.g.g_s3", "-s1 / +g +g_s3"),
    ] as [Row])
  func transitionsLeaveAndEnterWhatThoseOfStateSmithDo(row: Row) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.schema(row.from), subject: notes)
    machine.handle(row.to)
    #expect(notes.lines.joined(separator: " ") == row.steps, "\(row.fact)")
  }

  /// Two groups, each of which remembers where the other one was left.
  struct Device: Hierarchical {
    var isOn = false
    var on = "on1"
    var off = "off1"

    var casePath: [String] { isOn ? ["on", on] : ["off", off] }
  }

  /// Test 7, `History1_BackAndForth`.
  @Test func historyLeadsBackAndForth() {
    let schema = StateMachineSchema<Device, String, Notes>(initialState: Device()) { state, event in
      var next = state
      if event == "switch" {
        next.isOn.toggle()
      } else if state.isOn {
        next.on = event
      } else {
        next.off = event
      }
      return .to(next, "act") { $0.add("/") }
    }
    .states(level: 1) { state in
      let name = state.casePath[0]
      return .entry("note") { $0.add("+\(name)") }.exit("note") {
        $0.add("-\(name)")
      }
    }
    .states(level: 2) { state in
      let name = state.casePath[1]
      return .entry("note") { $0.add("+\(name)") }.exit("note") {
        $0.add("-\(name)")
      }
    }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    for event in ["off2", "switch", "on2", "switch", "switch"] { machine.handle(event) }
    #expect(
      notes.lines.joined(separator: " ")
        == "-off1 / +off2 -off2 -off / +on +on1 -on1 / +on2 -on2 -on / +off +off2 "
        + "-off2 -off / +on +on2")
  }
}
