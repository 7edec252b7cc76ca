import Foundation
import SchematicGraph

/// Values as Swift code, as far as reflection can tell how to write them.
///
/// A case is written with a leading dot, because the compiler knows its type from the context.
enum SwiftSource {
  /// Returns the code of a value, or `nil` if reflection can't tell it.
  ///
  /// Cases, numbers, strings, Booleans, optionals, tuples, lists, sets, dictionaries, ranges, durations,
  /// dates, URLs and UUIDs can be written; the cases of an error only if its type isn't private to a file
  /// or a function. Other structs and objects can't, because reflection doesn't show their initializers.
  static func text(of value: Any) -> String? {
    text(of: ValueTree(value))
  }

  private static func text(of tree: ValueTree) -> String? {
    if let value = tree.value as? any SwiftLiteral { return value.swiftSource }
    switch tree.kind {
    case _ where tree.isCut: return nil
    case .optional: return optionalText(of: tree)
    case .enum: return caseText(of: tree)
    case .tuple: return arguments(tree.children.map { ($0.label, $0) }).map { "(\($0))" }
    case .collection where tree.value is any ExpressibleByArrayLiteral:
      return list(tree.children.map(text))
    case .set where tree.value is any ExpressibleByArrayLiteral:
      return list(tree.children.map(text), isSorted: true)
    case .dictionary where tree.value is any ExpressibleByDictionaryLiteral:
      return tree.children.isEmpty ? "[:]" : list(tree.children.map(pairText), isSorted: true)
    default: return nil
    }
  }

  /// Returns the name of a type without its module, or `nil` if the type is private to a file or a function.
  static func name(of type: Any.Type) -> String? {
    let name = String(reflecting: type)
    guard !name.contains("(unknown context"), let dot = name.firstIndex(of: ".") else { return nil }
    return String(name[name.index(after: dot)...])
  }

  private static func optionalText(of optional: ValueTree) -> String? {
    guard let wrapped = optional.children.first else { return "nil" }
    guard let text = text(of: wrapped) else { return nil }
    // Without `.some`, these texts would be read as values of the optional itself.
    let isMistaken = text == "nil" || text.hasPrefix(".some") || text.hasPrefix(".none")
    return isMistaken ? ".some(\(text))" : text
  }

  private static func caseText(of tree: ValueTree) -> String? {
    guard let caseName = tree.caseName else { return nil }
    var type = ""
    // A payload may be of the type `any Error`, which has no cases, so the code names the error's type.
    if tree.value is any Error {
      guard let name = name(of: Swift.type(of: tree.value)) else { return nil }
      type = name
    }
    let name = "\(type).\(identifier(caseName, except: ["init", "self", "Type", "Protocol"]))"
    guard !tree.children.isEmpty else { return name }
    // Only the payload `()` has no values.
    guard !tree.carried.isEmpty else { return "\(name)(())" }
    return arguments(tree.carried).map { "\(name)(\($0))" }
  }

  private static func arguments(_ parts: [ValueTree.Carried]) -> String? {
    let texts = parts.map { label, tree in
      text(of: tree).map { text in
        label.map { "\(identifier($0, except: ["inout", "let", "var"])): \(text)" } ?? text
      }
    }
    return joined(texts)
  }

  private static func pairText(of keyAndValue: ValueTree) -> String? {
    joined(keyAndValue.children.map(text), by: ": ")
  }

  private static func list(_ texts: [String?], isSorted: Bool = false) -> String? {
    joined(isSorted ? texts.sorted { $0 ?? "" < $1 ?? "" } : texts).map { "[\($0)]" }
  }

  private static func joined(_ texts: [String?], by separator: String = ", ") -> String? {
    let known = texts.compactMap { $0 }
    return known.count == texts.count ? known.joined(separator: separator) : nil
  }

  /// Returns a name in backticks if it isn't an identifier, or is a keyword that needs them.
  private static func identifier(_ name: String, except keywords: Set<String>) -> String {
    let scalars = name.unicodeScalars
    let isPlain =
      scalars.first?.properties.numericType == nil
      && scalars.allSatisfy { $0 == "_" || $0.properties.isIDContinue }
    return isPlain && !keywords.contains(name) ? name : "`\(name)`"
  }
}

/// A type that says itself how its values are written as code.
private protocol SwiftLiteral {
  var swiftSource: String? { get }
}

extension SwiftLiteral where Self: BinaryInteger {
  var swiftSource: String? { "\(self)" }
}

extension SwiftLiteral where Self: BinaryFloatingPoint {
  var swiftSource: String? {
    if isNaN { return ".nan" }
    return isInfinite ? (self < 0 ? "-.infinity" : ".infinity") : "\(self)"
  }
}

extension SwiftLiteral
where Self: ExpressibleByUnicodeScalarLiteral & CustomDebugStringConvertible {
  var swiftSource: String? { debugDescription }
}

extension Int: SwiftLiteral {}
extension Int8: SwiftLiteral {}
extension Int16: SwiftLiteral {}
extension Int32: SwiftLiteral {}
extension Int64: SwiftLiteral {}
extension UInt: SwiftLiteral {}
extension UInt8: SwiftLiteral {}
extension UInt16: SwiftLiteral {}
extension UInt32: SwiftLiteral {}
extension UInt64: SwiftLiteral {}
extension Float: SwiftLiteral {}
extension Double: SwiftLiteral {}
extension String: SwiftLiteral {}
extension Substring: SwiftLiteral {}
extension Character: SwiftLiteral {}
extension Unicode.Scalar: SwiftLiteral {}

extension Bool: SwiftLiteral {
  var swiftSource: String? { "\(self)" }
}

extension Range: SwiftLiteral {
  var swiftSource: String? { rangeText(lowerBound, "..<", upperBound) }
}

extension ClosedRange: SwiftLiteral {
  var swiftSource: String? { rangeText(lowerBound, "...", upperBound) }
}

private func rangeText(_ lower: Any, _ sign: String, _ upper: Any) -> String? {
  guard let lower = SwiftSource.text(of: lower), let upper = SwiftSource.text(of: upper) else {
    return nil
  }
  return "\(lower)\(sign)\(upper)"
}

extension Duration: SwiftLiteral {
  var swiftSource: String? {
    let (seconds, attoseconds) = components
    return attoseconds == 0
      ? ".seconds(\(seconds))"
      : ".init(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }
}

extension Date: SwiftLiteral {
  var swiftSource: String? {
    "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate))"
  }
}

extension URL: SwiftLiteral {
  var swiftSource: String? { "URL(string: \(absoluteString.debugDescription))!" }
}

extension UUID: SwiftLiteral {
  var swiftSource: String? { "UUID(uuidString: \(uuidString.debugDescription))!" }
}
