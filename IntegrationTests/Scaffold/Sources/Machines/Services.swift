struct Visitor {
  let name: String
}

enum Role { case guest, member }

protocol Directory: Sendable {
  var isOnline: Bool { get }
  func signIn(name: String) async throws -> Visitor
  func role(of visitor: Visitor) async -> Role
  func signOut()
}

protocol Memory: AnyObject {
  var lastName: String? { get set }
  func load(_ completion: @escaping (Result<Visitor, any Error>) -> Void)
  func save(_ visitor: Visitor) throws
  func decoded<Value: Decodable>(as type: Value.Type) -> Value
}

final class DiskMemory: Memory {
  var lastName: String?
  func load(_ completion: @escaping (Result<Visitor, any Error>) -> Void) {}
  func save(_ visitor: Visitor) throws {}
  func decoded<Value: Decodable>(as type: Value.Type) -> Value { fatalError("no disk") }
}

/// A machine that is given its services.
final class Login {
  enum Phase { case out, offline, waiting, welcome, failed }
  private(set) var phase = Phase.out
  private let directory: any Directory
  private let memory: any Memory
  private let onFinish: (Visitor) -> Void

  init(
    directory: any Directory, memory: any Memory = DiskMemory(),
    onFinish: @escaping (Visitor) -> Void
  ) {
    self.directory = directory
    self.memory = memory
    self.onFinish = onFinish
  }

  func restore() {
    guard phase == .out else { return }
    memory.load { result in
      if case .success = result { self.phase = .welcome }
    }
  }

  func signIn(name: String) async {
    guard phase == .out || phase == .failed else { return }
    guard directory.isOnline else {
      phase = .offline
      return
    }
    phase = .waiting
    do {
      let visitor = try await directory.signIn(name: name)
      guard await directory.role(of: visitor) == .member else {
        phase = .failed
        return
      }
      try? memory.save(visitor)
      phase = .welcome
      onFinish(visitor)
    } catch {
      phase = .failed
    }
  }

  func signOut() {
    guard phase == .welcome else { return }
    directory.signOut()
    phase = .out
  }
}

/// A machine with a clock.
final class Alarm<C: Clock> where C.Duration == Duration {
  enum Phase { case silent, set, ringing }
  private(set) var phase = Phase.silent
  private let clock: C

  init(clock: C) { self.clock = clock }

  func set() async throws {
    guard phase == .silent else { return }
    phase = .set
    try await clock.sleep(for: .seconds(60))
    phase = .ringing
  }

  func stop() { phase = .silent }
}

enum LampEvent { case on, off }
enum FanEvent { case on, faster }

/// A machine with several methods that take events, some of which have the same name.
struct Room {
  enum Phase { case dark, bright, windy }
  private(set) var phase = Phase.dark

  mutating func handle(_ event: LampEvent) { phase = event == .on ? .bright : .dark }
  mutating func handle(_ event: FanEvent) { phase = .windy }
  mutating func flash(_ event: LampEvent) { phase = .bright }
}
