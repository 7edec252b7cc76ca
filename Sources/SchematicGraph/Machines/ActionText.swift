/// Returns the label of an action, or `nil` for an action called `none`, a common name for no
/// action.
func stepText(of action: Any) -> String? {
  actionText(of: action).flatMap { $0 == "none" ? nil : $0 }
}

/// Returns the description of an action that a step returned: its label or the name of its case;
/// `nil` if there is no action.
func actionText(of action: Any) -> String? {
  if action is Void { return nil }
  if let action = action as? any Graphable { return action.diagramLabel }
  let mirror = Mirror(reflecting: action)
  if mirror.displayStyle == .optional { return unwrapped(action).flatMap { actionText(of: $0) } }
  if let reflected = ReflectedCase(of: action) { return reflected.name }
  return shortened(partsText(of: action, mirror) ?? ownText(of: action), to: 120)
}

/// Returns what an action of several parts does: the names of the cases of its parts, but for those
/// called `none`, and its other values.
///
/// Returns `nil` if no part is an enum, or if the action describes itself.
private func partsText(of action: Any, _ mirror: Mirror) -> String? {
  if mirror.displayStyle == .collection {
    let texts = mirror.children.compactMap { actionText(of: $0.value) }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }
  guard mirror.displayStyle == .struct || mirror.displayStyle == .tuple,
    !(action is any CustomStringConvertible)
  else { return nil }
  var hasCase = false
  var texts: [String] = []
  for (label, value) in mirror.children {
    guard let value = unwrapped(value) else { continue }
    let content = Mirror(reflecting: value)
    let elements =
      content.displayStyle == .collection ? content.children.map(\.value) : [value]
    if elements.allSatisfy({ $0 is any Graphable || ReflectedCase.isEnum($0) }) {
      hasCase = hasCase || !elements.isEmpty
      texts += elements.compactMap { actionText(of: $0) }.filter { $0 != "none" }
    } else if let isTrue = value as? Bool {
      texts.append((isTrue ? "" : "not ") + (label ?? "true"))
    } else {
      texts.append((label.map { "\($0) = " } ?? "") + shortened(valueText(of: value), to: 40))
    }
  }
  guard hasCase else { return nil }
  return texts.isEmpty ? "none" : texts.joined(separator: ", ")
}

/// Returns what an optional contains, or the value itself.
private func unwrapped(_ value: Any) -> Any? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return value }
  return mirror.children.first.flatMap { unwrapped($0.value) }
}

/// Returns a text, or its beginning and a digest of all of it if it is too long.
private func shortened(_ text: String, to length: Int) -> String {
  text.count <= length
    ? text : "\(text.prefix(length))… (\(Fingerprint(of: text).short))"
}

/// Returns the name of an error: that of its case, or else of its type.
func errorText(of error: any Error) -> String {
  ReflectedCase(of: error)?.name ?? String(describing: type(of: error))
}
