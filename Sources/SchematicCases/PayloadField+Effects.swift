import Schematic

extension ActionName {
  /// The text in diagrams: what the client gave, or the effects with their payloads.
  package var text: String {
    label ?? effects.map { Self.text(of: EffectName(of: $0)) }.joined(separator: ", ")
  }

  /// Returns the name of an effect and its payload: `wait(seconds: 30)`.
  private static func text(of effect: EffectName) -> String {
    let tree = ValueTree(effect.innermost)
    // A value that is neither a case nor a string has only the name of its type.
    let isNamed = tree.caseName != nil || effect.innermost is String
    return isNamed ? effect.name + tree.carriedText : tree.text
  }
}

extension PayloadField {
  /// Returns the fields of effects, each after the name of its effect: `wait.seconds`.
  ///
  /// A second effect with the same name is `wait 2`.
  package static func fields(ofEffects effects: [Any]) -> [PayloadField] {
    var counts: [String: Int] = [:]
    return effects.flatMap { effect -> [PayloadField] in
      let name = EffectName(of: effect)
      let count = counts[name.name, default: 0] + 1
      counts[name.name] = count
      let owner = count == 1 ? name.name : "\(name.name) \(count)"
      let tree = ValueTree(name.innermost)
      guard let own = tree.caseName else {
        return name.innermost is String
          ? [] : fields(of: tree, named: owner).map { $0.of(.effect) }
      }
      return fields(ofCase: tree, from: .effect).map { field in
        // A value without a label is named after its case.
        let rest = place(of: field.name, in: own)
        let isUnlabeled = rest.isEmpty || rest.hasPrefix(".")
        return field.named(isUnlabeled ? owner + rest : "\(owner).\(rest)").of(.effect)
      }
    }
  }
}
