import Schematic

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
          ? [] : fields(ofArgument: name.innermost, of: owner).map { $0.of(.effect) }
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
