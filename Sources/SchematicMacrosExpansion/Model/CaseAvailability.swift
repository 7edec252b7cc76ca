#if Macros
  import SwiftSyntax

  /// Where a case can be made, as its `@available` attributes say.
  struct CaseAvailability {
    /// Whether it can be made nowhere.
    private(set) var isUnavailable = false
    /// The arguments of an `if #available` around what makes it.
    private(set) var introduced: [String] = []
    /// The conditions of an `#if` around what makes it.
    private(set) var platforms: [String] = []

    init(_ attributes: AttributeListSyntax) {
      for attribute in attributes {
        guard let attribute = attribute.as(AttributeSyntax.self),
          attribute.attributeName.trimmedDescription == "available",
          case .availability(let arguments) = attribute.arguments
        else { continue }
        note(Array(arguments))
      }
    }

    private mutating func note(_ arguments: [AvailabilityArgumentSyntax]) {
      guard let first = arguments.first?.argument else { return }
      switch first {
      case .availabilityVersionRestriction(let restriction):
        guard restriction.platform.text != "swift" else { return }
        let list = arguments.map { $0.argument.trimmedDescription }
        introduced.append(list.joined(separator: ", "))
      case .token(let platform):
        notePlatform(platform.text, arguments.dropFirst())
      default: return
      }
    }

    private mutating func notePlatform(
      _ platform: String, _ arguments: ArraySlice<AvailabilityArgumentSyntax>
    ) {
      for argument in arguments {
        switch argument.argument {
        case .token(let token) where token.text == "unavailable":
          if platform == "*" {
            isUnavailable = true
          } else if let condition = Self.condition(platform) {
            platforms.append(condition)
          }
        case .availabilityLabeledArgument(let labelled) where labelled.label.text == "introduced":
          guard platform != "swift", platform != "*" else { continue }
          introduced.append("\(platform) \(labelled.value.trimmedDescription), *")
        default: continue
        }
      }
    }

    /// Returns the condition of being elsewhere than on a platform.
    private static func condition(_ platform: String) -> String? {
      switch platform {
      case "macOS", "iOS", "tvOS", "watchOS", "visionOS": "!os(\(platform))"
      case "macCatalyst": "!targetEnvironment(macCatalyst)"
      default: nil
      }
    }
  }
#endif
