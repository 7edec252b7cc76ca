#if Macros
  import SwiftSyntax

  /// A case of the enum, with what its attributes say.
  struct EnumCase {
    /// The name as it is spelled, with backticks where it has them.
    let spelling: String
    let payloads: [Payload]
    let availability: CaseAvailability
    /// The arguments of each sample, in the order of the payloads; `nil` where types give samples.
    var samples: [[String]]?
    /// Whether what it carries has no samples, so that no value stands for it.
    var isWithoutSamples = false
    var label: String?
    var display: PayloadDisplay?
    /// Where it stands: each `#if` around it, and the clause.
    let conditions: [Condition]
    /// Whether another case of the same name can be there at the same time.
    var isOverloaded = false

    struct Condition: Equatable {
      let block: SyntaxIdentifier
      let clause: Int
    }

    var name: String { Self.name(spelled: spelling) }

    /// The name, with argument labels where it is overloaded.
    var identifier: String {
      guard isOverloaded, !payloads.isEmpty else { return name }
      let labels = payloads.map { $0.label ?? "_" }
      return "\(name)(\(labels.map { "\($0):" }.joined()))"
    }

    /// The name as it is written where a function is meant: `Self.failed(code:text:)`.
    var constructor: String {
      let labels = payloads.map { "\($0.label ?? "_"):" }.joined()
      return payloads.isEmpty ? "Self.\(spelling)" : "Self.\(spelling)(\(labels))"
    }

    /// The case with arguments: `Self.failed(code: 1, text: "")`.
    func call(_ arguments: [String]) -> String {
      guard !payloads.isEmpty else { return "Self.\(spelling)" }
      let list = zip(payloads, arguments).map { payload, argument in
        payload.label.map { "\($0): \(argument)" } ?? argument
      }
      return "Self.\(spelling)(\(list.joined(separator: ", ")))"
    }

    /// The only value that it carries, where that may be a state inside it.
    var mayNest: Bool { payloads.count == 1 && payloads[0].mayNest }

    /// Whether both can be there at the same time.
    func canMeet(_ other: EnumCase) -> Bool {
      !conditions.contains { condition in
        other.conditions.contains { $0.block == condition.block && $0.clause != condition.clause }
      }
    }

    /// Returns a name without the backticks it is spelled with.
    static func name(spelled spelling: String) -> String {
      spelling.hasPrefix("`") ? String(spelling.dropFirst().dropLast()) : spelling
    }
  }
#endif
