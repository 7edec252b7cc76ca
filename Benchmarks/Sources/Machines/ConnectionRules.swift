import Schematic
import Workloads

/// The rules of the download: payloads, and actions that capture them.
enum DownloadRules {
  static let schema = makeSchema()

  @inline(never) static func makeSchema() -> StateMachineSchema<
    DownloadState, DownloadEvent, Downloads
  > {
    StateMachineSchema(initialState: .idle) { state, event in
      switch state {
      case .idle:
        switch event {
        case .start: return .to(.fetching(0), "clear") { $0.shown = 0 }
        case .progress, .finished, .failed, .reset: return .ignored
        }
      case .fetching:
        switch event {
        case .progress(let part): return .stay(as: .fetching(part), "show") { $0.shown += part }
        case .finished(let file):
          return .to(.fetched(file), "read") { $0.characters += file.utf8.count }
        case .failed(let code): return .to(.failed(code), "count") { $0.errors += code }
        case .start, .reset: return .ignored
        }
      case .fetched:
        switch event {
        case .reset: return .to(.idle)
        case .start, .progress, .finished, .failed: return .ignored
        }
      case .failed:
        switch event {
        case .start: return .to(.fetching(0), "clear") { $0.shown = 0 }
        case .reset: return .to(.idle)
        case .progress, .finished, .failed: return .ignored
        }
      }
    }
  }
}

extension Downloads: EffectPerformer {
  /// What the actions of the download do.
  package enum Effect {
    case clear, show(Float), read(String), count(Int)
  }

  package func perform(_ effect: Effect) {
    switch effect {
    case .clear: shown = 0
    case .show(let part): shown += part
    case .read(let file): characters += file.utf8.count
    case .count(let code): errors += code
    }
  }
}

extension DownloadRules {
  /// The same rules with effects in place of actions.
  static let withEffects = StateMachineSchema<DownloadState, DownloadEvent, Downloads>(
    initialState: .idle
  ) { state, event in
    switch state {
    case .idle:
      switch event {
      case .start: return .to(.fetching(0), .clear)
      case .progress, .finished, .failed, .reset: return .ignored
      }
    case .fetching:
      switch event {
      case .progress(let part): return .stay(as: .fetching(part), .show(part))
      case .finished(let file): return .to(.fetched(file), .read(file))
      case .failed(let code): return .to(.failed(code), .count(code))
      case .start, .reset: return .ignored
      }
    case .fetched:
      switch event {
      case .reset: return .to(.idle)
      case .start, .progress, .finished, .failed: return .ignored
      }
    case .failed:
      switch event {
      case .start: return .to(.fetching(0), .clear)
      case .reset: return .to(.idle)
      case .progress, .finished, .failed: return .ignored
      }
    }
  }
}

/// The rules of an HTTP/2 stream: payloads everywhere, and actions that capture counts.
enum HTTP2Rules {
  typealias Answer = Transition<HTTP2State, HTTP2Stream>

  static let schema = makeSchema()

  @inline(never) static func makeSchema() -> StateMachineSchema<HTTP2State, HTTP2Event, HTTP2Stream>
  {
    StateMachineSchema(initialState: .idle, logic: transition)
  }

  private static func sent(_ count: Int, _ ended: HTTP2State?, _ same: HTTP2State) -> Answer {
    if let ended { return .to(ended, "send") { $0.sent += count } }
    return .stay(as: same, "send") { $0.sent += count }
  }

  private static func received(_ count: Int, _ ended: HTTP2State?, _ same: HTTP2State) -> Answer {
    if let ended { return .to(ended, "receive") { $0.received += count } }
    return .stay(as: same, "receive") { $0.received += count }
  }

  private static func reset(_ code: Int) -> Answer {
    .to(.closed(code: code), "count") { $0.resets += 1 }
  }

  private static func transition(_ state: HTTP2State, _ event: HTTP2Event) -> Answer {
    switch state {
    case .idle:
      switch event {
      case .sendHeaders(let end):
        return .to(end ? .halfClosedLocalSilent(Windows()) : .openedHere(Windows()))
      case .receiveHeaders(let end):
        return .to(end ? .halfClosedRemoteSilent(Windows()) : .openedThere(Windows()))
      case .sendPush: return .to(.reservedLocal)
      case .receivePush: return .to(.reservedRemote)
      default: return .ignored
      }
    case .reservedLocal:
      switch event {
      case .sendHeaders(let end): return .to(end ? .closed(code: 0) : .halfClosedRemote(Windows()))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .reservedRemote:
      switch event {
      case .receiveHeaders(let end):
        return .to(end ? .closed(code: 0) : .halfClosedLocal(Windows()))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .openedHere(let windows):
      switch event {
      case .receiveHeaders(let end): return .to(end ? .halfClosedRemote(windows) : .open(windows))
      case .sendData(let count, let end):
        return sent(
          count, end ? .halfClosedLocalSilent(windows.sending(count)) : nil,
          .openedHere(windows.sending(count)))
      case .sendWindow(let count): return .stay(as: .openedHere(windows.receiving(-count)))
      case .receiveWindow(let count): return .stay(as: .openedHere(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .openedThere(let windows):
      switch event {
      case .sendHeaders(let end): return .to(end ? .halfClosedLocal(windows) : .open(windows))
      case .receiveData(let count, let end):
        return received(
          count, end ? .halfClosedRemoteSilent(windows.receiving(count)) : nil,
          .openedThere(windows.receiving(count)))
      case .sendWindow(let count): return .stay(as: .openedThere(windows.receiving(-count)))
      case .receiveWindow(let count): return .stay(as: .openedThere(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .open(let windows):
      switch event {
      case .sendData(let count, let end):
        return sent(
          count, end ? .halfClosedLocal(windows.sending(count)) : nil, .open(windows.sending(count))
        )
      case .receiveData(let count, let end):
        return received(
          count, end ? .halfClosedRemote(windows.receiving(count)) : nil,
          .open(windows.receiving(count)))
      case .sendWindow(let count): return .stay(as: .open(windows.receiving(-count)))
      case .receiveWindow(let count): return .stay(as: .open(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .halfClosedLocalSilent(let windows):
      switch event {
      case .receiveHeaders(let end): return .to(end ? .closed(code: 0) : .halfClosedLocal(windows))
      case .sendWindow(let count):
        return .stay(as: .halfClosedLocalSilent(windows.receiving(-count)))
      case .receiveWindow(let count):
        return .stay(as: .halfClosedLocalSilent(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .halfClosedLocal(let windows):
      switch event {
      case .receiveData(let count, let end):
        return received(
          count, end ? .closed(code: 0) : nil, .halfClosedLocal(windows.receiving(count)))
      case .sendWindow(let count): return .stay(as: .halfClosedLocal(windows.receiving(-count)))
      case .receiveWindow(let count): return .stay(as: .halfClosedLocal(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .halfClosedRemoteSilent(let windows):
      switch event {
      case .sendHeaders(let end): return .to(end ? .closed(code: 0) : .halfClosedRemote(windows))
      case .sendWindow(let count):
        return .stay(as: .halfClosedRemoteSilent(windows.receiving(-count)))
      case .receiveWindow(let count):
        return .stay(as: .halfClosedRemoteSilent(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .halfClosedRemote(let windows):
      switch event {
      case .sendData(let count, let end):
        return sent(count, end ? .closed(code: 0) : nil, .halfClosedRemote(windows.sending(count)))
      case .sendWindow(let count): return .stay(as: .halfClosedRemote(windows.receiving(-count)))
      case .receiveWindow(let count): return .stay(as: .halfClosedRemote(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .closed:
      switch event {
      case .reuse: return .to(.idle)
      default: return .ignored
      }
    }
  }
}
