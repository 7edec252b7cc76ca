import Schematic
import SchematicGraph

/// The states of a kiosk.
enum Shop: Graphable, Equatable {
  case closed, open
  case serving(item: String, paid: Int)

  static let graphCases: [Shop] = [
    .closed, .open, .serving(item: "tea", paid: 0), .serving(item: "tea", paid: 2),
  ]
}

/// The events of a kiosk.
enum Order: Graphable, Equatable {
  enum Size: CaseIterable, Graphable { case small, large }

  case unlock(code: Int?)
  case choose(String, size: Size)
  case insert(coin: Int)
  case tip([Double])
  case cancel
  case `init`(Note)

  static let graphCases: [Order] = [
    .unlock(code: nil), .unlock(code: 7), .choose("tea", size: .small),
    .choose("tea", size: .large),
    .insert(coin: 1), .insert(coin: 2), .tip([]), .tip([0.5]), .cancel, .`init`(Note(text: "")),
  ]
}

/// A value that reflection can't write.
struct Note: Equatable {
  let text: String
}

/// A kiosk that serves what is paid for.
final class Kiosk {
  /// A mistake in its rules or its actions.
  enum Fault: CaseIterable {
    case none, servesTooEarly, keepsTheChange, thanksForNothing, rejectsCancel, losesCoinsOfTwo
    case locksAfterANote
  }

  var takings = 0
  var given = 0
  var log: [String] = []

  /// A Boolean value that indicates whether everything that was given was paid for.
  var isPaid: Bool { takings >= given * Self.price }

  private static let price = 3

  static func schema(_ fault: Fault = .none) -> StateMachineSchema<Shop, Order, Kiosk> {
    StateMachineSchema(initialState: .closed) { shop, order in
      switch (shop, order) {
      case (.closed, .unlock(let code)):
        return code == 7 ? .to(.open, "open") : .rejected("wrong code")
      case (.open, .choose(let item, let size)):
        return .to(.serving(item: item, paid: size == .large ? -1 : 0), "show price")
      case (.serving(let item, let paid), .insert(let coin)):
        if paid + coin >= price || fault == .servesTooEarly && paid > 0 {
          return .to(.open, "serve") {
            $0.takings += coin
            $0.given += 1
          }
        }
        return .stay(as: .serving(item: item, paid: paid + coin), "count") {
          $0.takings += fault == .losesCoinsOfTwo && coin == 2 ? 0 : coin
        }
      case (.serving, .cancel):
        if fault == .rejectsCancel { return .rejected("too late") }
        return .to(.open, fault == .keepsTheChange ? nil : "give change") {
          if case .serving(_, let paid) = shop { $0.takings -= max(0, paid) }
        }
      case (.open, .tip(let coins)):
        return fault == .thanksForNothing
          ? .stay(nil) : .stay("thank") { $0.log += coins.map(\.description) }
      case (.open, .`init`): return fault == .locksAfterANote ? .to(.closed) : .ignored
      default: return .ignored
      }
    }
  }
}
