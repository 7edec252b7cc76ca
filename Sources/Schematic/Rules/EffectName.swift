/// The name of an effect in diagrams.
package struct EffectName {
  /// The name of the case, with the names of the cases that it carries: `deck.rewind`.
  package private(set) var name: String
  /// The innermost case, whose payload the name leaves out.
  package private(set) var innermost: Any

  /// Reads the name of an effect.
  ///
  /// An effect that isn't a case is named after its type, and a string after itself.
  package init(of effect: Any) {
    (name, innermost) = (
      CasePath.caseName(of: effect) ?? effect as? String ?? "\(type(of: effect))", effect
    )
    while CasePath.caseName(of: innermost) != nil, let payload = CasePath.payload(of: innermost),
      let nested = CasePath.caseName(of: payload), Mirror(reflecting: payload).displayStyle == .enum
    {
      name += ".\(nested)"
      innermost = payload
    }
  }
}
