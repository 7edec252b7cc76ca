import Workloads

/// The download, by hand.
final class DownloadSwitch: HandWritten {
  private var state = DownloadState.idle
  private let downloads: Downloads

  init(_ downloads: Downloads) {
    self.downloads = downloads
  }

  private func start() -> Answer {
    state = .fetching(0)
    downloads.shown = 0
    return .moved
  }

  func handle(_ event: DownloadEvent) -> Answer {
    switch state {
    case .idle:
      switch event {
      case .start: return start()
      case .progress, .finished, .failed, .reset: return .ignored
      }
    case .fetching:
      switch event {
      case .progress(let part):
        state = .fetching(part)
        downloads.shown += part
        return .stayed
      case .finished(let file):
        state = .fetched(file)
        downloads.characters += file.utf8.count
        return .moved
      case .failed(let code):
        state = .failed(code)
        downloads.errors += code
        return .moved
      case .start, .reset: return .ignored
      }
    case .fetched:
      switch event {
      case .reset:
        state = .idle
        return .moved
      case .start, .progress, .finished, .failed: return .ignored
      }
    case .failed:
      switch event {
      case .start: return start()
      case .reset:
        state = .idle
        return .moved
      case .progress, .finished, .failed: return .ignored
      }
    }
  }
}

/// The HTTP/2 stream, by hand.
final class HTTP2Switch: HandWritten {
  private var state = HTTP2State.idle
  private let stream: HTTP2Stream

  init(_ stream: HTTP2Stream) {
    self.stream = stream
  }

  private func move(to next: HTTP2State) -> Answer {
    state = next
    return .moved
  }

  private func stay(as next: HTTP2State) -> Answer {
    state = next
    return .stayed
  }

  private func sent(_ count: Int, _ ended: HTTP2State?, _ same: HTTP2State) -> Answer {
    stream.sent += count
    if let ended { return move(to: ended) }
    return stay(as: same)
  }

  private func received(_ count: Int, _ ended: HTTP2State?, _ same: HTTP2State) -> Answer {
    stream.received += count
    if let ended { return move(to: ended) }
    return stay(as: same)
  }

  private func reset(_ code: Int) -> Answer {
    stream.resets += 1
    return move(to: .closed(code: code))
  }

  func handle(_ event: HTTP2Event) -> Answer {
    switch state {
    case .idle:
      switch event {
      case .sendHeaders(let end):
        return move(to: end ? .halfClosedLocalSilent(Windows()) : .openedHere(Windows()))
      case .receiveHeaders(let end):
        return move(to: end ? .halfClosedRemoteSilent(Windows()) : .openedThere(Windows()))
      case .sendPush: return move(to: .reservedLocal)
      case .receivePush: return move(to: .reservedRemote)
      default: return .ignored
      }
    case .reservedLocal:
      switch event {
      case .sendHeaders(let end):
        return move(to: end ? .closed(code: 0) : .halfClosedRemote(Windows()))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .reservedRemote:
      switch event {
      case .receiveHeaders(let end):
        return move(to: end ? .closed(code: 0) : .halfClosedLocal(Windows()))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .openedHere(let windows):
      switch event {
      case .receiveHeaders(let end):
        return move(to: end ? .halfClosedRemote(windows) : .open(windows))
      case .sendData(let count, let end):
        return sent(
          count, end ? .halfClosedLocalSilent(windows.sending(count)) : nil,
          .openedHere(windows.sending(count)))
      case .sendWindow(let count): return stay(as: .openedHere(windows.receiving(-count)))
      case .receiveWindow(let count): return stay(as: .openedHere(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .openedThere(let windows):
      switch event {
      case .sendHeaders(let end): return move(to: end ? .halfClosedLocal(windows) : .open(windows))
      case .receiveData(let count, let end):
        return received(
          count, end ? .halfClosedRemoteSilent(windows.receiving(count)) : nil,
          .openedThere(windows.receiving(count)))
      case .sendWindow(let count): return stay(as: .openedThere(windows.receiving(-count)))
      case .receiveWindow(let count): return stay(as: .openedThere(windows.sending(-count)))
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
      case .sendWindow(let count): return stay(as: .open(windows.receiving(-count)))
      case .receiveWindow(let count): return stay(as: .open(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .halfClosedLocalSilent(let windows):
      switch event {
      case .receiveHeaders(let end):
        return move(to: end ? .closed(code: 0) : .halfClosedLocal(windows))
      case .sendWindow(let count):
        return stay(as: .halfClosedLocalSilent(windows.receiving(-count)))
      case .receiveWindow(let count):
        return stay(as: .halfClosedLocalSilent(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .halfClosedLocal(let windows):
      switch event {
      case .receiveData(let count, let end):
        return received(
          count, end ? .closed(code: 0) : nil, .halfClosedLocal(windows.receiving(count)))
      case .sendWindow(let count): return stay(as: .halfClosedLocal(windows.receiving(-count)))
      case .receiveWindow(let count): return stay(as: .halfClosedLocal(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .halfClosedRemoteSilent(let windows):
      switch event {
      case .sendHeaders(let end):
        return move(to: end ? .closed(code: 0) : .halfClosedRemote(windows))
      case .sendWindow(let count):
        return stay(as: .halfClosedRemoteSilent(windows.receiving(-count)))
      case .receiveWindow(let count):
        return stay(as: .halfClosedRemoteSilent(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .halfClosedRemote(let windows):
      switch event {
      case .sendData(let count, let end):
        return sent(count, end ? .closed(code: 0) : nil, .halfClosedRemote(windows.sending(count)))
      case .sendWindow(let count): return stay(as: .halfClosedRemote(windows.receiving(-count)))
      case .receiveWindow(let count): return stay(as: .halfClosedRemote(windows.sending(-count)))
      case .sendReset(let code), .receiveReset(let code): return reset(code)
      default: return .ignored
      }
    case .closed:
      switch event {
      case .reuse: return move(to: .idle)
      default: return .ignored
      }
    }
  }
}
