/// Suggestions for misspelled names.
enum SpellingSuggestion {
  /// Returns the known name with the smallest ``distance(from:to:)``, ignoring case.
  ///
  /// Returns `nil` if no name is known, or if that distance is more than a third of the longer name's length.
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

  /// Returns the end of an error message: the nearest name if one is similar, and all known names.
  static func sentence(for name: String, among known: [String]) -> String {
    let suggestion = nearest(to: name, in: known).map { "did you mean \"\($0)\"? " } ?? ""
    return "\(suggestion)there are \(known.joined(separator: ", "))"
  }

  /// Returns the smallest number of letters to insert, remove or replace (the Levenshtein distance).
  static func distance(from old: [Character], to new: [Character]) -> Int {
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
