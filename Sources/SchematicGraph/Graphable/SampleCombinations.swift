/// Ways to take one sample from each of several lists, as positions in the lists.
struct SampleCombinations {
  /// The combinations that are taken: the last list varies fastest.
  let listed: [[Int]]
  /// The number of all combinations; the greatest integer where there are more.
  let total: Int

  /// Takes all combinations, or as many as a bound allows.
  ///
  /// Above the bound those come first that show every sample of every list.
  init(of counts: [Int], bound: Int) {
    total = counts.reduce(1) { product, count in
      let (result, isTooGreat) = product.multipliedReportingOverflow(by: count)
      return isTooGreat ? .max : result
    }
    guard total > 0 else {
      listed = []
      return
    }
    let first = Self.first(min(total, bound), of: counts)
    guard total > bound else {
      listed = first
      return
    }
    let covering = (0..<(counts.max() ?? 0)).map { position in counts.map { position % $0 } }
    let covered = Set(covering)
    let others = first.lazy.filter { !covered.contains($0) }.prefix(max(0, bound - covering.count))
    listed = (covering + others).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the first combinations, counting up like the digits of a number.
  private static func first(_ number: Int, of counts: [Int]) -> [[Int]] {
    var combination = counts.map { _ in 0 }
    return (0..<number).map { _ in
      defer {
        for position in counts.indices.reversed() {
          combination[position] = (combination[position] + 1) % counts[position]
          if combination[position] > 0 { break }
        }
      }
      return combination
    }
  }
}
