import Foundation
import SchematicGraph
import SchematicTraces

/// A check of traces and snapshots of machines that followed earlier rules, against the current rules.
///
/// A trace is checked as `replay` checks it, except for lines with states that are gone: if the catalog's
/// migration functions give current states for them, the machine continues there. A snapshot is restored as
/// a program restores it.
@MainActor struct HistoryCheck {
  private let diagrams: [String: Diagram]
  private let catalog: [String]
  private let states: [String: Set<String>]
  private let successors: [String: [String: Set<String>]]
  private let nearest: [String: NearestLines]
  private var replay: TraceReplay
  private var tally = HistoryTally()

  /// Creates a check of the machines of some diagrams of a catalog.
  init(of diagrams: [Diagram], in catalog: DiagramCatalog) {
    func table<Value>(_ value: (Diagram) -> Value) -> [String: Value] {
      Dictionary(diagrams.map { ($0.name, value($0)) }, uniquingKeysWith: { first, _ in first })
    }
    self.diagrams = table(\.self)
    self.catalog = catalog.diagrams.map(\.name)
    states = table { Set($0.graph.states.map(\.identifier)) }
    successors = table { diagram in
      diagram.migrations.reduce(into: [:]) { all, migration in
        all.merge(migration.successors()) { first, _ in first }
      }
    }
    nearest = table { NearestLines(in: $0.graph) }
    replay = TraceReplay(of: diagrams)
  }

  /// Checks the files of a folder.
  ///
  /// - Throws: A ``DiagramError`` if there is no file, if a file can't be read, or if no diagram of the
  ///   catalog has the name of a file with snapshots.
  mutating func read(_ folder: DiagramFolder) throws {
    let files = try folder.fileNames().filter { $0.hasSuffix(".jsonl") && !$0.hasPrefix(".") }
    guard !files.isEmpty else { throw DiagramError.noHistories(in: folder.path) }
    for file in files {
      if file.hasSuffix(Self.snapshotEnding) {
        let name = String(file.dropLast(Self.snapshotEnding.count))
        guard catalog.contains(name) else { throw DiagramError.unknownName(name, known: catalog) }
        guard let diagram = diagrams[name] else { continue }
        try readSnapshots(folder.path(of: file), of: diagram)
      } else {
        try readTrace(folder.path(of: file))
      }
    }
  }

  /// The ending of the names of files with snapshots, one JSON object a line.
  private static let snapshotEnding = ".snapshots.jsonl"

  /// The result so far.
  var report: HistoryReport {
    let replayed = replay.report
    return HistoryReport(
      tally, names: catalog.filter { diagrams[$0] != nil },
      unreadableLines: replayed.unreadableLines,
      unknownMachines: replayed.unknownMachines.filter { !catalog.contains($0) },
      otherUnknownLines: replayed.otherUnknownLines)
  }
}

// MARK: - Traces

extension HistoryCheck {
  private mutating func readTrace(_ file: String) throws {
    var found = tally
    defer { tally = found }
    try replay.read(file) { [states, successors, nearest] line, entry, check in
      let name = entry.machine
      let history = HistoryTally.Machine(diagram: name, id: entry.id)
      let gone = [entry.state, entry.step?.target].compactMap(\.self).filter {
        states[name]?.contains($0) == false
      }
      if !gone.isEmpty, gone.allSatisfy({ successors[name]?[$0]?.isEmpty == false }) {
        found.take(.migrated, history)
        check.resume(entry, in: Self.place(of: entry, states[name] ?? [], successors[name] ?? [:]))
        return
      }
      guard let violation = check.checkLine(entry) else {
        return found.take(.accepted, history)
      }
      let lines =
        violation.nearest?.lines
        ?? nearest[name]?.lines(state: entry.state, event: entry.step?.event)
      found.take(.refused, history)
      found.refuse(
        name, because: violation.reason, at: "\(file):\(line)", lines ?? SourceLines())
    }
  }

  /// Returns the state in which a machine continues after a line that names earlier states.
  ///
  /// Returns `nil` if that depends on the values that the last of these states carried.
  private nonisolated static func place(
    of entry: TraceEntry, _ states: Set<String>, _ successors: [String: Set<String>]
  ) -> String? {
    let last = entry.step?.target ?? entry.state
    guard !states.contains(last) else { return last }
    let next = successors[last] ?? []
    return next.count == 1 ? next.first : nil
  }
}

// MARK: - Snapshots

extension HistoryCheck {
  private mutating func readSnapshots(_ file: String, of diagram: Diagram) throws {
    guard let states = diagram.states else { throw DiagramError.noStates(of: diagram.name, file) }
    do {
      try TraceFile.readLines(file) { number, bytes, _ in
        guard bytes.contains(where: { $0 > 0x20 }) else { return }
        let place = "\(file):\(number)"
        switch try Self.verdict(on: Data(bytes), states, diagram.migrations) {
        case .success(let verdict): tally.count(verdict, diagram.name)
        case .failure(let error):
          tally.count(.refused, diagram.name)
          tally.refuse(
            diagram.name, because: error.reason, at: place,
            nearest[diagram.name]?.lines(state: error.state) ?? SourceLines())
        }
      }
    } catch let error as TraceFileError {
      throw DiagramError(.unreadable, error.description)
    } catch let error as SavedStates.NotDecodable {
      throw DiagramError.notDecodable(error.type, diagram.name, file)
    }
  }

  /// A snapshot that can't be restored.
  private struct RefusedSnapshot: Error {
    let state: String?
    let reason: String
  }

  private nonisolated static func verdict(
    on snapshot: Data, _ states: SavedStates, _ migrations: [SavedStates]
  ) throws -> Result<HistoryTally.Verdict, RefusedSnapshot> {
    let mismatch: SnapshotMismatchError
    do {
      _ = try states.restore(snapshot)
      return .success(.accepted)
    } catch let error as SnapshotMismatchError {
      mismatch = error
    } catch let error where !(error is SavedStates.NotDecodable) {
      return .failure(
        RefusedSnapshot(state: nil, reason: "it cannot be read as a snapshot: \(error)"))
    }
    for migration in migrations {
      do {
        _ = try migration.restore(snapshot)
        return .success(.migrated)
      } catch let error as SavedStates.NoSuchState {
        return .failure(RefusedSnapshot(state: mismatch.state, reason: error.reason))
      } catch is SnapshotMismatchError, is DecodingError {
        // This function doesn't migrate the states of the snapshot.
      }
    }
    return .failure(RefusedSnapshot(state: mismatch.state, reason: mismatch.description))
  }
}

extension DiagramError {
  fileprivate static func noHistories(in folder: String) -> DiagramError {
    DiagramError(
      .unreadable,
      "there are no histories in \(folder); put traces there, as NAME.jsonl, or snapshots of a diagram, "
        + "one a line, as DIAGRAM.snapshots.jsonl")
  }

  fileprivate static func noStates(of name: String, _ file: String) -> DiagramError {
    DiagramError(
      .unreadable,
      "\(file): the diagram \(name) is one of a graph, which does not say how its states are read; list "
        + "its schema, with Diagram(\"\(name)\", of: schema)")
  }

  fileprivate static func notDecodable(
    _ type: String, _ name: String, _ file: String
  ) -> DiagramError {
    DiagramError(
      .unreadable,
      "\(file): the states of \(name) cannot be read from a snapshot, because \(type) is not Decodable"
    )
  }
}
