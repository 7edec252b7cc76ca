// Written by PrintedRunTests with RECORD_GOLDENS=1.
import Schematic
import SchematicTesting
import Testing

extension PrintedRun {
  static var all: [String: (PrintedRun) -> () throws -> Void] {
    [
      "servesTooEarly1": servesTooEarly1,
      "servesTooEarly2": servesTooEarly2,
      "servesTooEarly3": servesTooEarly3,
      "servesTooEarly4": servesTooEarly4,
      "keepsTheChange1": keepsTheChange1,
      "keepsTheChange2": keepsTheChange2,
      "keepsTheChange3": keepsTheChange3,
      "keepsTheChange4": keepsTheChange4,
      "thanksForNothing1": thanksForNothing1,
      "thanksForNothing2": thanksForNothing2,
      "thanksForNothing3": thanksForNothing3,
      "thanksForNothing4": thanksForNothing4,
      "rejectsCancel1": rejectsCancel1,
      "rejectsCancel2": rejectsCancel2,
      "rejectsCancel3": rejectsCancel3,
      "rejectsCancel4": rejectsCancel4,
      "losesCoinsOfTwo1": losesCoinsOfTwo1,
      "losesCoinsOfTwo2": losesCoinsOfTwo2,
      "losesCoinsOfTwo3": losesCoinsOfTwo3,
      "losesCoinsOfTwo4": losesCoinsOfTwo4,
      "locksAfterANote1": locksAfterANote1,
      "locksAfterANote2": locksAfterANote2,
      "locksAfterANote3": locksAfterANote3,
      "locksAfterANote4": locksAfterANote4,
    ]
  }

  func servesTooEarly1() throws {
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.insert(coin: 1))
    machine.handle(.insert(coin: 1))
    #expect(try invariant(machine))
  }

  func servesTooEarly2() throws {
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.insert(coin: 1))
    machine.handle(.insert(coin: 1))
    #expect(try invariant(machine))
  }

  func servesTooEarly3() throws {
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.insert(coin: 1))
    machine.handle(.insert(coin: 1))
    #expect(try invariant(machine))
  }

  func servesTooEarly4() throws {
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.insert(coin: 1))
    machine.handle(.insert(coin: 1))
    #expect(try invariant(machine))
  }

  func keepsTheChange1() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .large))
    machine.handle(.cancel)
  }

  func keepsTheChange2() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .large))
    machine.handle(.cancel)
  }

  func keepsTheChange3() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .large))
    machine.handle(.cancel)
  }

  func keepsTheChange4() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.cancel)
  }

  func thanksForNothing1() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.tip([]))
  }

  func thanksForNothing2() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.tip([]))
  }

  func thanksForNothing3() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.tip([]))
  }

  func thanksForNothing4() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.tip([]))
  }

  func rejectsCancel1() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .large))
    machine.handle(.cancel)
  }

  func rejectsCancel2() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .large))
    machine.handle(.cancel)
  }

  func rejectsCancel3() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .large))
    machine.handle(.cancel)
  }

  func rejectsCancel4() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.cancel)
  }

  func losesCoinsOfTwo1() throws {
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.insert(coin: 2))
    machine.handle(.insert(coin: 1))
    #expect(try invariant(machine))
  }

  func losesCoinsOfTwo2() throws {
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.insert(coin: 2))
    machine.handle(.insert(coin: 1))
    #expect(try invariant(machine))
  }

  func losesCoinsOfTwo3() throws {
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.insert(coin: 2))
    machine.handle(.insert(coin: 1))
    #expect(try invariant(machine))
  }

  func losesCoinsOfTwo4() throws {
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("tea", size: .small))
    machine.handle(.insert(coin: 2))
    machine.handle(.insert(coin: 1))
    #expect(try invariant(machine))
  }

  func locksAfterANote1() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(Order.graphCases[9])  // init
  }

  func locksAfterANote2() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(Order.graphCases[9])  // init
  }

  func locksAfterANote3() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(Order.graphCases[9])  // init
  }

  func locksAfterANote4() throws {
    expectSteps(of: machine, in: graph)
    machine.handle(.unlock(code: 7))
    machine.handle(Order.graphCases[9])  // init
  }
}

extension Exotic {
  static var printed: [Exotic] {
    [
      .text("\"\\(a)\"\n\0😀#\""),
      .text(""),
      .number(-1, of: 18446744073709551615),
      .real(-0.5, .infinity),
      .real(.nan, 1e+300),
      .maybe(nil),
      .maybe(.some(nil)),
      .maybe(3),
      .choice(.some(.none)),
      .choice(.other),
      .choice(nil),
      .list([[1], []], ["a"]),
      .table(["b": true]),
      .table([:]),
      .pair(left: (1, "x"), .c),
      .range(1..<3, 0...0),
      .when(.seconds(2), .init(secondsComponent: 1, attosecondsComponent: 500000000000000000)),
      .result(.failure(Jam.stuck)),
      .result(.success(())),
      .error(Jam.stuck),
      .nothing(()),
      .`self`,
      .`two words`(in: 1),
      .letter("\u{0301}", "\\"),
    ]
  }
}
