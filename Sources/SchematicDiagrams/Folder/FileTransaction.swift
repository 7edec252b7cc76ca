import CSchematicChild
import Foundation

/// A set of changes to files, either all or none of which take effect.
///
/// The transaction first writes the new contents to drafts next to their targets, under names that
/// no other run and no link uses. When all drafts are complete, each replaces its target in one
/// step, so a reader sees either the old file or the new one. If a step fails, the transaction
/// undoes the steps before it.
struct FileTransaction {
  private struct Change {
    let target: String
    /// The draft with the new content, or `nil` if the target is to be removed.
    let draft: String?
    /// The content that the new one was made from; `nil` if the new one doesn't depend on the old.
    let old: Data?
    /// The new content.
    let content: Data?
    /// The old file under a second name, until all changes have taken effect.
    var backup: String?

    /// Returns whether a file has the content that the new one was made from.
    func isMade(from path: String) -> Bool {
      old == nil || FileManager.default.contents(atPath: path) == old
    }
  }

  private var changes: [Change] = []
  private var newFolders: [String] = []

  /// Creates a folder if it doesn't exist.
  mutating func createFolder(_ path: String) throws(DiagramError) {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path, because: error)
    }
    newFolders.append(path)
  }

  /// Writes the new content of a file to a draft that has the permissions of the old file.
  ///
  /// - Parameters:
  ///   - target: The file.
  ///   - content: The new content.
  ///   - old: The content that the new one was made from. If the file has another one when the changes take effect,
  ///     somebody saved it, and the transaction fails.
  /// - Throws: A ``DiagramError`` if the file can't be written. Call ``discard()`` then.
  mutating func replace(
    _ target: String, with content: Data, madeFrom old: Data? = nil
  ) throws(DiagramError) {
    // Two links may lead to one page.
    guard !changes.contains(where: { $0.target.utf8.elementsEqual(target.utf8) }) else { return }
    let draft = Self.unusedName(beside: target, ending: "draft")
    changes.append(Change(target: target, draft: draft, old: old, content: content))
    do {
      let attributes = try? FileManager.default.attributesOfItem(atPath: target)
      let kind = attributes?[.type] as? FileAttributeType
      // A folder, a device or a pipe stays what it is.
      guard [nil, .typeRegular, .typeSymbolicLink].contains(kind) else { throw POSIXError(.EEXIST) }
      try content.write(to: URL(fileURLWithPath: draft), options: .withoutOverwriting)
      if kind == .typeRegular, let permissions = attributes?[.posixPermissions] {
        try FileManager.default.setAttributes(
          [.posixPermissions: permissions], ofItemAtPath: draft)
      }
    } catch {
      throw .unwritable(target, because: error)
    }
  }

  /// Adds the removal of a file.
  mutating func remove(_ target: String) {
    changes.append(Change(target: target, draft: nil, old: nil, content: nil))
  }

  /// Makes all changes take effect, or none of them if one fails.
  ///
  /// - Throws: A ``DiagramError`` that names the file that couldn't be changed.
  mutating func commit() throws(DiagramError) {
    // What somebody saved since the file was read isn't in the draft.
    for change in changes where !change.isMade(from: change.target) {
      discard()
      throw .changedMeanwhile(change.target)
    }
    for index in changes.indices {
      let (target, draft) = (changes[index].target, changes[index].draft)
      do {
        if let draft, Self.kind(of: target) == .typeRegular, schematic_child_exchange(draft, target)
        {
          // The draft is the old file now.
          changes[index].backup = draft
        } else {
          changes[index].backup = try Self.backUp(target)
          let result = draft.map { rename($0, target) } ?? unlink(target)
          guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        }
      } catch {
        undo(changes[..<index])
        discard()
        throw .unwritable(target, because: error)
      }
      // Somebody may have saved the file a moment ago.
      guard changes[index].isMade(from: changes[index].backup ?? target) else {
        undo(changes[...index])
        discard()
        throw .changedMeanwhile(target)
      }
    }
    for case let backup? in changes.map(\.backup) { unlink(backup) }
  }

  /// Removes all drafts and backups, and the new folders that are empty.
  func discard() {
    for change in changes {
      if let draft = change.draft { unlink(draft) }
      if let backup = change.backup { unlink(backup) }
    }
    // `rmdir` removes only empty folders.
    for folder in newFolders { rmdir(folder) }
  }

  /// Restores the files that have already been changed.
  private func undo(_ changes: ArraySlice<Change>) {
    for change in changes.reversed() {
      guard let backup = change.backup else {
        unlink(change.target)
        continue
      }
      if !schematic_child_exchange(backup, change.target) {
        rename(backup, change.target)
      } else if FileManager.default.contents(atPath: backup) != change.content {
        // This was saved since then.
        _ = schematic_child_exchange(backup, change.target)
      }
    }
  }

  /// Returns what a file is, and of a link that it is one; `nil` if nothing is there.
  private static func kind(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  /// Keeps a file under a second name, and returns that name, or `nil` if the file doesn't exist.
  private static func backUp(_ target: String) throws -> String? {
    let backup = unusedName(beside: target, ending: "backup")
    // `linkat` doesn't follow links; `link` does on some systems.
    if linkat(AT_FDCWD, target, AT_FDCWD, backup, 0) == 0 { return backup }
    if errno == ENOENT { return nil }
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: target, isDirectory: &isFolder)
    guard !isFolder.boolValue else { throw CocoaError(.fileWriteFileExists) }
    // Some file systems don't support hard links.
    try FileManager.default.copyItem(atPath: target, toPath: backup)
    return backup
  }
}

extension FileTransaction {
  /// Writes a file that the user named, without a transaction.
  ///
  /// A regular file is replaced in one step, also if a link leads to it. A link, a device, a pipe or an open file stays
  /// what it is, and gets the content. That nobody reads it is no error.
  ///
  /// - Throws: A ``DiagramError`` that names the path and says why it can't be written.
  static func write(_ content: Data, to path: String) throws(DiagramError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let file = kind(of: target) == .typeRegular ? target : path
    let kind = kind(of: file)
    let number = path.wholeMatch(of: #/\/(?:dev|proc\/self)\/fd\/(\d+)/#)
      .flatMap { Int32($0.output.1) }
    do {
      // It may be a socket, or of another user, and can't be opened again.
      if let open = ["/dev/stdout": 1, "/dev/stderr": 2][path] ?? number {
        return try StandardOutput.write(content, to: open)
      }
      if kind == nil || kind == .typeRegular && access(file, W_OK) == 0 {
        // Somebody who reads the file sees the old content or the new one.
        try content.write(to: URL(fileURLWithPath: file), options: .atomic)
        return
      }
      // The target of a link may be missing.
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try StandardOutput.write(content, to: descriptor)
      // Some file systems say only now that there is no room.
      try file.close()
    } catch let failure as StandardOutput.Failure {
      throw .unwritable(path, because: POSIXError(.init(rawValue: failure.code) ?? .EIO))
    } catch {
      throw .unwritable(path, because: error)
    }
  }
}

extension DiagramError {
  fileprivate static func changedMeanwhile(_ path: String) -> DiagramError {
    DiagramError(.unwritable, "\(path) changed meanwhile; run it again")
  }
}

extension FileTransaction {
  private static let mark = "schematic"

  /// Returns a hidden name that no other run uses, in the folder of a file.
  private static func unusedName(beside target: String, ending: String) -> String {
    let url = URL(fileURLWithPath: target)
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let name = ".\(url.lastPathComponent).\(mark)-\(digits).\(ending)"
    return url.deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Returns the name of the file that a draft or a backup belongs to, or `nil` for other files.
  ///
  /// Earlier versions wrote drafts without random digits.
  private static func original(ofLeftover name: String) -> String? {
    if let match = name.wholeMatch(of: #/\.(.+)\.schematic-[0-9a-f]{1,16}\.(?:draft|backup)/#) {
      return String(match.output.1)
    }
    guard let match = name.wholeMatch(of: #/\.(.+)\.draft/#),
      DiagramFormat.diagram(ofFile: String(match.output.1)) != nil
    else { return nil }
    return String(match.output.1)
  }

  /// Removes the drafts and backups of an earlier run that was killed.
  ///
  /// Call this only while a ``FolderLock`` keeps other runs out.
  ///
  /// - Parameters:
  ///   - folder: The folder to search.
  ///   - isOurs: Returns whether runs write a file with the given name.
  static func removeLeftovers(in folder: String, of isOurs: (String) -> Bool) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let original = original(ofLeftover: name), isOurs(original) else { continue }
      // If the path is a link, this removes only the link.
      unlink("\(folder)/\(name)")
    }
  }
}

/// A lock that keeps other runs of the command out of folders.
///
/// A run that writes excludes all others, and a run that only reads excludes those that write. The
/// system releases the lock when the process ends, however it ends, and leaves nothing in the
/// folders.
final class FolderLock {
  enum Mode {
    /// For runs that read.
    case shared
    /// For runs that write.
    case exclusive
  }

  private var descriptors: [Int32] = []

  /// Waits for runs that this lock excludes, and then locks the folders.
  ///
  /// This skips folders that don't exist or can't be locked. On some network file systems, only the
  /// unique names of drafts protect simultaneous runs from each other.
  ///
  /// - Parameters:
  ///   - folders: The folders to lock.
  ///   - mode: The kind of lock.
  ///   - progress: A line that says that the run is waiting.
  @MainActor init(_ folders: [String], _ mode: Mode, progress: ProgressLine? = nil) {
    // All processes use the same order, so that no two wait for each other.
    let paths = Set(folders.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path })
    for path in paths.sorted() {
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      descriptors.append(descriptor)
      let operation = mode == .shared ? LOCK_SH : LOCK_EX
      guard flock(descriptor, operation | LOCK_NB) != 0, errno == EWOULDBLOCK else { continue }
      progress?.show("waiting for another run in \(path)")
      while flock(descriptor, operation) != 0 && errno == EINTR {}
    }
  }

  deinit { release() }

  /// Lets other runs continue.
  func release() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}
