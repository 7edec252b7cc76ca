/// What was waited for did not come.
package struct Impatience: Error, CustomStringConvertible {
  package let limit: Duration
  package let file: String
  package let line: Int

  package var description: String {
    "What is waited for at \(file):\(line) did not come within \(limit)."
  }
}
