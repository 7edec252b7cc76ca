/// What is wrong with a coverage file.
public enum CoverageFileError: Error, Hashable {
  /// It cannot be read or written.
  case unreadable(path: String, reason: String)
  /// It is no coverage file.
  case notCoverage(path: String, reason: String)
  /// It holds counts of a machine of the same name whose rules were others.
  case otherRules(path: String, name: String)
}

extension CoverageFileError: CustomStringConvertible {
  /// What was found, where, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "the coverage file \(path) cannot be read or written: \(reason)"
    case .notCoverage(let path, let reason):
      "\(path) is no coverage file, and was left as it is: \(reason)"
    case .otherRules(let path, let name):
      "\(path) counts other rules under the name \(name); remove it before the run, "
        + "or give each machine a name of its own"
    }
  }
}
