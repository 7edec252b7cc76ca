import SchematicGraph

extension DiffReport {
  /// Returns the report in SARIF, for diagrams in a folder.
  ///
  /// A difference between two versions is a note, because nothing is wrong.
  func sarif(in folder: DiagramFolder) -> SARIFLog {
    SARIFLog(
      comparisons.flatMap { comparison -> [SARIFResult] in
        let file = folder.path(of: DiagramFormat.dot.fileName(of: comparison.name))
        func result(_ rule: SARIFResult.Rule, line: Int? = nil) -> [SARIFResult] {
          [SARIFResult(rule, .note, sentence(about: comparison) ?? "", else: (file, line))]
        }
        return switch comparison.outcome {
        case .equal: []
        case .added: result(.newDiagram)
        case .removed: result(.goneDiagram)
        case .redrawn(let line): result(.staleFile, line: line)
        case .changed(let diff, _, _):
          diff.edits.map { SARIFResult($0, of: comparison.name, .note, in: file) }
        }
      })
  }
}

extension DiagramProblem {
  /// Returns a result for each edit or, if there are none, for the file.
  ///
  /// If the check only reports, what makes it fail otherwise is a warning.
  func results(isReported: Bool) -> [SARIFResult] {
    let level: SARIFResult.Level = !isDrift ? .note : isReported ? .warning : .error
    guard !edits.isEmpty else {
      return [SARIFResult(.staleFile, level, message, else: (file, line))]
    }
    let name = String(file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...])
    let diagram = DiagramFormat.diagram(ofFile: name)?.name ?? name
    return edits.map { SARIFResult($0, of: diagram, level, in: file) }
  }
}

extension DiagramFindings {
  /// Returns a result for each finding; for notes, only if they were asked for.
  ///
  /// Findings that make the check fail are errors, or warnings if the check only reports.
  func results(
    in folder: DiagramFolder, hasNotes: Bool, isStrict: Bool, isReported: Bool
  ) -> [SARIFResult] {
    let file = folder.path(of: DiagramFormat.dot.fileName(of: diagram))
    return all.filter { hasNotes || $0.severity > .note }.map { finding in
      let isFailure = finding.severity == .error || finding.severity == .warning && isStrict
      let level: SARIFResult.Level =
        finding.severity == .note ? .note : isFailure && !isReported ? .error : .warning
      return SARIFResult(
        .finding, level, "\(diagram): \(finding.kind): \(finding)", at: source(of: finding),
        else: (file, nil))
    }
  }
}

extension HistoryReport.Refusal {
  /// Returns the result; without a line of code, the line of the history counts.
  func result(isReported: Bool) -> SARIFResult {
    let place = SourcePosition(first)
    return SARIFResult(
      .refusedHistory, isReported ? .warning : .error, text, at: lines,
      else: (place?.file ?? first, place?.line))
  }
}
