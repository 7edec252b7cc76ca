import Foundation
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Links, other runs, and runs that were ended by force.
@MainActor @Suite struct FileSafetyTests {
  private let temporary = TemporaryFolder()

  private func generate() throws -> DiagramGenerator.Report {
    try DiagramGenerator(folder: temporary.folder, formats: [.dot]).generate(Door.catalog)
  }

  @Test(arguments: [".Door.dot.draft", "Door.dot"])
  func generatorWritesThroughNoLink(name: String) throws {
    let outside = TemporaryFolder()
    let shared = "// record 1: the diagrams of another folder"
    try outside.write(shared, to: "notes.txt")
    try temporary.write("", to: "Other.txt")
    try FileManager.default.createSymbolicLink(
      atPath: temporary.folder.path(of: name),
      withDestinationPath: outside.folder.path(of: "notes.txt"))
    _ = try generate()
    #expect(try outside.text(of: "notes.txt") == shared)
    #expect(try temporary.text(of: "Door.dot")?.hasPrefix("digraph") == true)
  }

  @Test func twoThreadsWriteAFolderAtOnce() async throws {
    let folder = temporary.folder
    try temporary.write("", to: "Door.dot")
    let texts = (0..<8).map { Data(String(repeating: "\($0)", count: 10_000).utf8) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for text in texts {
        group.addTask {
          for _ in 0..<20 { try folder.write([("Door.dot", text), ("Door.svg", text)]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(texts.contains(try #require(try folder.read("Door.dot"))))
    #expect(try folder.fileNames() == ["Door.dot", "Door.svg"])
  }

  /// Somebody saves a page again and again, each time by a new file that takes the place of the old one.
  @Test func transactionLosesNothingThatSomebodySavesInTheLastMoment() async throws {
    let page = temporary.folder.path(of: "Page.md")
    try temporary.write("0", to: "Page.md")
    let editor = Task.detached {
      var lost: [Int] = []
      for save in 1...500 {
        try Data("\(save)".utf8).write(to: URL(fileURLWithPath: "\(page)~"))
        try #require(rename("\(page)~", page) == 0)
        // A run that notices the save puts it back in a moment.
        let isKept = (0..<100).contains { attempt in
          if attempt > 0 { usleep(1_000) }
          let text = FileManager.default.contents(atPath: page) ?? Data()
          return String(decoding: text, as: UTF8.self).split(separator: " ").first == "\(save)"
        }
        if !isKept { lost.append(save) }
      }
      return lost
    }
    let run = Task.detached {
      while !Task.isCancelled {
        let old = try #require(FileManager.default.contents(atPath: page))
        var transaction = FileTransaction()
        try transaction.replace(page, with: old + Data(" drawn".utf8), madeFrom: old)
        try? transaction.commit()
        // Other tests may need the thread.
        await Task.yield()
      }
    }
    #expect(try await editor.value == [])
    run.cancel()
    try await run.value
    #expect(try temporary.folder.fileNames() == ["Page.md"])
  }

  @Test func transactionReplacesNoPipe() throws {
    let path = temporary.folder.path(of: "pipe")
    try temporary.write("", to: "other")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: DiagramError.self) { try temporary.write("text", to: "pipe") }
    let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    #expect(kind != .typeRegular)
    #expect(try temporary.folder.fileNames() == ["other", "pipe"])
  }

  @Test func runThatWritesLocksOthersOut() throws {
    try temporary.write("", to: "Door.dot")
    let path = temporary.folder.path
    func isLocked(_ operation: Int32) -> Bool {
      let descriptor = open(path, O_RDONLY)
      defer { close(descriptor) }
      return flock(descriptor, operation | LOCK_NB) != 0
    }
    let reading = FolderLock([path], .shared)
    #expect(isLocked(LOCK_EX) && !isLocked(LOCK_SH))
    reading.release()
    let writing = FolderLock([path, "\(path)/", "\(path)/missing"], .exclusive)
    #expect(isLocked(LOCK_EX) && isLocked(LOCK_SH))
    writing.release()
    #expect(!isLocked(LOCK_EX))
  }

  @Test func generatorWritesNothingIfAPageCannotBeWritten() throws {
    _ = try generate()
    let old = try temporary.text(of: "Door.dot")
    let generator = DiagramGenerator(folder: temporary.folder, formats: [.dot, .md])
    #expect(throws: DiagramError.self) {
      try generator.generate(Door.changedCatalog) {
        [PageUpdate(path: temporary.folder.path(of: "gone/Page.md"), text: "", old: Data())]
      }
    }
    #expect(try temporary.text(of: "Door.dot") == old)
    #expect(try temporary.folder.fileNames() == ["Door.dot"])
  }

  @Test func transactionUndoesWhatIsDoneIfAStepFails() throws {
    try temporary.folder.write([("a", Data("old".utf8)), ("gone", Data("old".utf8))])
    var transaction = FileTransaction()
    let path = { temporary.folder.path(of: $0) }
    try transaction.replace(path("a"), with: Data("new".utf8))
    try transaction.replace(path("b"), with: Data("new".utf8))
    transaction.remove(path("gone"))
    try transaction.replace(path("c"), with: Data("new".utf8))
    // Nobody expects a folder here, as there was none a moment ago.
    try FileManager.default.createDirectory(
      atPath: path("c/inside"), withIntermediateDirectories: true)
    #expect(throws: DiagramError.self) { try transaction.commit() }
    #expect(try temporary.folder.fileNames() == ["a", "c", "gone"])
    #expect(try temporary.text(of: "a") == "old")
    #expect(try temporary.text(of: "gone") == "old")
  }

  @Test(arguments: Seeds.first(3)) func generatorMendsRandomDamage(seed: UInt64) throws {
    let outside = TemporaryFolder()
    try outside.write("private", to: "notes.txt")
    let formats: [DiagramFormat] = [.dot, .svg, .png, .md]
    let generator = DiagramGenerator(folder: temporary.folder, formats: formats, prunes: true)
    let files = try generator.generate(Door.catalog).written.sorted()
    var random = SplitMix64(seed: seed)
    for round in 0..<20 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let file = try #require(files.randomElement(using: &random))
        try damage(file, linkingTo: outside.folder.path(of: "notes.txt"), using: &random)
      }
      temporary.folder.removeLeftovers()
      // What was damaged so that nobody knows whose it is stays, until somebody removes it.
      for file in files {
        let format = try #require(DiagramFormat.diagram(ofFile: file)?.format)
        guard let content = try temporary.folder.read(file), !format.wrote(content) else {
          continue
        }
        #expect(throws: DiagramError.self) { try generator.generate(Door.catalog) }
        #expect(try temporary.folder.read(file) == content, "SEED=\(seed) round \(round)")
        try FileManager.default.removeItem(atPath: temporary.folder.path(of: file))
      }
      _ = try generator.generate(Door.catalog)
      let problems = try DiagramCheck(folder: temporary.folder).problems(with: Door.catalog)
      #expect(problems == [], "SEED=\(seed) round \(round)")
      // A stray file with the content of a picture isn't one that was written as a `.dot`.
      let stray = try temporary.folder.read("Stray.dot")
      #expect(stray.map { DiagramFormat.dot.wrote($0) } != true, "SEED=\(seed) round \(round)")
      let others = try temporary.folder.fileNames().filter { $0 != "Stray.dot" }
      #expect(others == files, "SEED=\(seed) round \(round)")
      #expect(try outside.text(of: "notes.txt") == "private", "SEED=\(seed) round \(round)")
    }
  }

  private func damage(
    _ file: String, linkingTo link: String, using random: inout SplitMix64
  ) throws {
    let path = temporary.folder.path(of: file)
    let content = try temporary.folder.read(file) ?? Data()
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try temporary.folder.write([(file, content.prefix(content.count / 2))])
    case 1: try temporary.folder.write([(file, content + content)])
    case 2: try temporary.folder.write([("Stray.dot", content)])
    case 3:
      let digits = String(random.next(), radix: 16)
      try temporary.folder.write([(".\(file).schematic-\(digits).draft", content)])
    case 4:
      try? FileManager.default.createSymbolicLink(
        atPath: temporary.folder.path(of: ".\(file).draft"), withDestinationPath: link)
    default:
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: link)
    }
  }

  @Test(arguments: DiagramFormat.allCases)
  func generatorKeepsWhatSomebodyElseWrote(format: DiagramFormat) throws {
    let name = format.fileName(of: "Door")
    try temporary.write("What I know of doors.", to: name)
    let generator = DiagramGenerator(folder: temporary.folder, formats: [format])
    let error = #expect(throws: DiagramError.self) { try generator.generate(Door.catalog) }
    #expect(error?.description.hasPrefix(temporary.folder.path(of: name)) == true)
    #expect(try temporary.text(of: name) == "What I know of doors.")
    #expect(try DiagramCatalog([]).orphans(in: temporary.folder).isEmpty)
  }

  @Test(arguments: DiagramFormat.allCases)
  func generatorKnowsWhatItWrote(format: DiagramFormat) throws {
    _ = try DiagramGenerator(folder: temporary.folder, formats: [format]).generate(Door.catalog)
    let name = format.fileName(of: "Door")
    let content = try #require(try temporary.folder.read(name))
    #expect(format.wrote(content))
    #expect(try DiagramCatalog([]).orphans(in: temporary.folder) == [name])
  }

  @Test func generatorKeepsPermissions() throws {
    try temporary.write("", to: "Door.dot")
    let path = temporary.folder.path(of: "Door.dot")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    _ = try generate()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }
}
