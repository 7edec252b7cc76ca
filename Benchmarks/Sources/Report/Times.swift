import Foundation

/// The times that `Events` has measured, as the benchmark tool writes its samples.
struct Times {
  private let folder: URL
  private let files: [String]

  /// Opens a folder of samples.
  ///
  /// - Parameter folder: Where the tool wrote them, with `--format histogramSamples`.
  /// - Throws: What keeps the folder from being read.
  init(folder: URL) throws {
    self.folder = folder
    files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  /// Returns the median of the samples of a metric.
  ///
  /// - Parameters:
  ///   - metric: `baseline` and `machine` in nanoseconds per event, or the `ratio` of the two.
  ///   - comparison: The name of the comparison.
  /// - Returns: The median.
  /// - Throws: What is missing.
  func median(_ metric: String, of comparison: String) throws -> Double {
    let name = comparison.replacing(" ", with: "_").replacing("/", with: "_")
    let suffix = ".Events.\(name).\(metric).histogram.samples.tsv"
    guard let file = files.first(where: { $0.hasSuffix(suffix) }) else {
      throw ReportError("no samples of \(metric) for \(comparison) in \(folder.path)")
    }
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    let samples = text.split(separator: "\n").dropFirst().compactMap { Double($0) }.sorted()
    guard !samples.isEmpty else { throw ReportError("no samples in \(file)") }
    return samples[samples.count / 2] / 1_000
  }
}
