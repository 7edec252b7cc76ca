/// A JSON object of strings and flags on one line, its members in the order in which they are added.
struct JSONObject {
  private var members: [String] = []

  /// The object as text.
  var text: String { "{\(members.joined(separator: ", "))}" }

  /// Returns the object with one more member; without it for `nil`.
  func with(_ name: String, _ value: String?) -> JSONObject {
    value.map { adding(name, JSONText.quoted($0)) } ?? self
  }

  /// Returns the object with one more member that is `true`; without it for `false`.
  func with(_ name: String, _ flag: Bool) -> JSONObject {
    flag ? adding(name, "true") : self
  }

  private func adding(_ name: String, _ value: String) -> JSONObject {
    var object = self
    object.members.append("\(JSONText.quoted(name)): \(value)")
    return object
  }
}
