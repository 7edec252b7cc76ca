/// Finds the name that somebody may have meant.
enum Suggestion {
  /// Returns the known name that differs from another one in the fewest letters, upper and lower
  /// case being alike; `nil` where every name differs in more than a third of its letters.
  static func nearest(to name: String, in known: [String]) -> String? {
    let name = Array(name.lowercased())
    let distances = known.map {
      (name: $0, distance: distance(from: name, to: Array($0.lowercased())))
    }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance * 3 <= max(nearest.name.count, name.count)
    else { return nil }
    return nearest.name
  }

  /// The number of letters to insert, remove or replace: Levenshtein's distance.
  private static func distance(from old: [Character], to new: [Character]) -> Int {
    var row = Array(0...new.count)
    for (line, letter) in old.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in new.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[new.count]
  }
}
