import Foundation

/// A song on the air.
struct Song {
  let isLoud: Bool
}

/// What a radio hears, as a class that is no protocol.
@MainActor
class Station {
  enum Complaint {
    case silence
    case noise
  }

  private let frequency: Double

  init(frequency: Double) { self.frequency = frequency }

  func tune(to song: String) async throws -> Song {
    try await Task.sleep(for: .seconds(frequency))
    return Song(isLoud: song.isEmpty)
  }

  func complain(about complaint: Complaint) { print(complaint) }

  final func leave() {}
}

extension Station {
  func mayBeHeard() -> Bool { frequency > 0 }
}

/// A radio that asks a class, is switched by a property and goes off after a while.
@MainActor
final class Radio {
  private(set) var state = State.off
  private let station: Station
  private var sleepTimer: Timer?

  enum State {
    case off
    case tuning
    case playing
    case muted
    case noSignal
  }

  var isMuted = false {
    didSet {
      if isMuted, state == .playing { state = .muted }
      if !isMuted, state == .muted { state = .playing }
    }
  }

  init(station: Station = Station(frequency: 99.3)) { self.station = station }

  func turnOn() async {
    guard state == .off else { return }
    state = .tuning
    do {
      let song = try await station.tune(to: "news")
      if song.isLoud { station.complain(about: .noise) }
      state = isMuted ? .muted : .playing
      goToSleep()
    } catch {
      state = .noSignal
    }
  }

  private func goToSleep() {
    sleepTimer = Timer.scheduledTimer(withTimeInterval: 600, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated { self?.turnOff() }
    }
  }

  func search<Frequencies: Sequence>(_ frequencies: Frequencies)
  where Frequencies.Element == Int {
    guard state == .off, !frequencies.contains(where: { $0 > 0 }) else { return }
    state = .noSignal
  }

  func turnOff() {
    sleepTimer?.invalidate()
    sleepTimer = nil
    state = .off
  }
}
