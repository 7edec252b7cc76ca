import Foundation
import Lamps
import Schematic
import SchematicTraces

@main
enum SchematicTracesClient {
  @MainActor static func main() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try TraceFile(path: path)
    let machine = LampMachine(schema: Lamp.schema)
    file.recorder().watch(machine, named: "Lamp")
    try await goOut(machine)
    try TraceFile.read(path) { line, entry in print(line, try entry.get()) }
  }
}
