import Schematic

extension PayloadField {
  /// Returns the fields of a state, its machine and an event, with the owner before a name that
  /// several of these have: `event count`.
  ///
  /// `all` contains the fields of the state and of the machine.
  static func fields(_ all: [PayloadField], on event: (any Graphable)?) -> [PayloadField] {
    let owners = [
      ("state", all.filter { !$0.origin.isOfMachine }),
      ("machine", all.filter(\.origin.isOfMachine)),
      ("event", event.map { fields(of: $0) } ?? []),
    ]
    let counts = Dictionary(
      owners.flatMap { Set($0.1.map(\.name)).map { ($0, 1) } }, uniquingKeysWith: +)
    return owners.flatMap { owner, fields in
      fields.map { field in
        guard counts[field.name, default: 0] > 1 else { return field }
        return field.named("\(owner) \(field.name)")
      }
    }
  }
}
