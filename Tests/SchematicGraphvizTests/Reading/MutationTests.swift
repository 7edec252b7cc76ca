import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

#if os(Linux)
  /// Texts with mistakes, read in a process of their own, and a good text after each of them.
  ///
  /// `MUTATIONS=100000` reads more of them; `SEED=17` reads the one of that seed.
  @Suite(.enabled(if: Graphviz.isBuilt)) struct MutationTests {
    @Test func readsOrRefusesEveryMutation() async throws {
      let output = ProcessOutput()
      await #expect(processExitsWith: .success) { [path = output.path as String] in
        try await ProcessOutput.collect(at: path) { try readMutations() }
      }
      let text = try output.take()
      let last = text.range(of: "SEED=", options: .backwards)?.lowerBound
      print(text[(last ?? text.startIndex)...].prefix(2_000))
    }
  }

  private func readMutations() throws {
    let count = ProcessInfo.processInfo.environment["MUTATIONS"].flatMap { Int($0) } ?? 400
    let mutation = try DOTMutation()
    let good = try DOTDocument(parsing: Sample.clusters)
    var graphs = 0
    let seeds = Seeds.first(count)
    for seed in seeds {
      write("SEED=\(seed)\n")
      // A text that takes longer than this hangs, and the signal ends the process.
      alarm(30)
      if isGraph(mutation.text(seed: seed)) { graphs += 1 }
      let again = try DOTDocument(parsing: Sample.clusters)
      precondition(again == good, "a good text reads as another")
    }
    write("\(seeds.count) texts, \(graphs) of them diagrams\n")
  }

  /// Returns whether a text is a diagram; stops the program where it does not read back.
  private func isGraph(_ text: [UInt8], from state: String? = nil) -> Bool {
    do {
      let graph = try StateGraph(dot: text, initialState: state)
      let again = try StateGraph(dot: graph.dot())
      precondition(again == graph, "the graph reads back as another")
      precondition(again.fingerprint == graph.fingerprint, "another fingerprint")
      return true
    } catch {
      precondition(
        !error.message.isEmpty && (error.code != .syntax || error.line != nil), "\(error)")
      // Most mistakes hit the one line that tells the start: read the rest all the same.
      guard state == nil, [.noInitialState, .severalInitialStates].contains(error.code),
        let node = try? DOTDocument(parsing: text).nodes.last
      else { return false }
      return isGraph(text, from: node.name)
    }
  }

  /// Past the buffers, which are lost in a crash.
  private func write(_ line: String) {
    FileHandle.standardOutput.write(Data(line.utf8))
  }
#endif
