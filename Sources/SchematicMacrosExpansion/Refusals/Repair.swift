#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// What a fix-it offers.
  enum Repair: FixItMessage {
    case remove(attribute: String)
    case write(String)
    case addSamples
    case declareApart

    var fixItID: MessageID {
      let identifier =
        switch self {
        case .remove: "remove"
        case .write: "write"
        case .addSamples: "addSamples"
        case .declareApart: "declareApart"
        }
      return MessageID(domain: "Schematic", id: identifier)
    }

    var message: String {
      switch self {
      case .remove(let attribute): "remove @\(attribute)"
      case .write(let text): "write \(text)"
      case .addSamples: "add @GraphSamples"
      case .declareApart: "declare each case apart"
      }
    }
  }

  extension FixIt {
    /// Returns a fix-it that removes an attribute and the space after it.
    static func removing(_ attribute: AttributeSyntax) -> FixIt {
      let repair = Repair.remove(attribute: attribute.name)
      guard let list = attribute.parent?.as(AttributeListSyntax.self) else {
        return .replace(message: repair, oldNode: attribute, newNode: DeclSyntax(""))
      }
      var rest = list.filter { $0.id != attribute.id }
      var changes: [FixIt.Change] = []
      // What stands before the first attribute stands before what follows it.
      if list.first?.id == attribute.id {
        if let first = rest.first {
          rest[rest.startIndex] = first.with(\.leadingTrivia, attribute.leadingTrivia)
        } else if let next = attribute.lastToken(viewMode: .sourceAccurate)?
          .nextToken(viewMode: .sourceAccurate)
        {
          changes = [.replaceLeadingTrivia(token: next, newTrivia: attribute.leadingTrivia)]
        }
      }
      return FixIt(
        message: repair,
        changes: [.replace(oldNode: Syntax(list), newNode: Syntax(rest))] + changes)
    }
  }

  extension AttributeSyntax {
    /// The name without a module.
    var name: String {
      attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    }
  }
#endif
