/// A paper that runs out.
protocol Paper {
  var isExpired: Bool { get }
}

/// Somebody who renews passes of one kind.
protocol Issuer: AnyObject, Sendable, Hashable {
  associatedtype Pass: Paper & Sendable
  static var isOpen: Bool { get }
  init(address: String)
  func renew(_ pass: Pass, completion: @escaping (Result<Pass, any Error>) -> Void)
}

/// A stamp that only its functions make.
struct Stamp {
  let year: Int

  private init(year: Int) { self.year = year }

  static func void() -> Self { Stamp(year: 0) }
  static func valid(in year: Int) -> Stamp { Stamp(year: year) }
}

/// A porter who renews the pass that he was given, and keeps his state behind a lock of its own.
final class Porter<Office: Issuer> {
  typealias Pass = Office.Pass

  enum Phase {
    case waiting
    case renewing
    case refused
  }

  private struct Content {
    var phase = Phase.waiting
    var pass: Pass?
  }

  private let content = Guarded(Content())
  private let office: Office

  var pass: Pass? {
    get { content.withValue { $0.pass } }
    set { content.withValue { $0.pass = newValue } }
  }

  init(office: Office) { self.office = office }

  func show(_ stamp: Stamp) {
    content.withValue { if stamp.year == 0, $0.phase == .waiting { $0.phase = .refused } }
  }

  func enter() -> Bool {
    let (expired, isBusy) = content.withValue { content in
      let expired = content.pass.flatMap { $0.isExpired ? $0 : nil }
      let isBusy = content.phase == .renewing
      if expired != nil { content.phase = .renewing }
      return (expired, isBusy)
    }
    guard let expired, !isBusy else { return !isBusy && pass != nil }
    office.renew(expired) { result in
      self.content.withValue { content in
        switch result {
        case .success(let pass): (content.phase, content.pass) = (.waiting, pass)
        case .failure: content.phase = .refused
        }
      }
    }
    return false
  }
}

/// Bytes by their names.
enum Sign {
  static let newline: UInt8 = 0x0A
  static let record: UInt8 = 0x1E
}
