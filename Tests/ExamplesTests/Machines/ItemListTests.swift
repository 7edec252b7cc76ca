@testable import Examples
import SchematicGraph
import Testing

@Suite struct ItemListTests {
  typealias Loaded = Result<[String], LoadingError>

  /// Results and the states that they lead to.
  static let targets: [(Loaded, ItemListState)] = [
    (.success(["apple", "pear"]), .showingData(["apple", "pear"])),
    (.success([]), .empty),
    (.failure(.offline), .error(.offline)),
    (.failure(.forbidden), .error(.forbidden)),
  ]

  private let loader = LoaderDouble()
  private let list: ItemList

  init() {
    list = ItemList(loader: loader.load)
  }

  @Test func listLoadsAtOnce() {
    #expect(list.state == .loading)
    #expect(list.isSpinning)
    #expect(loader.requests == 1)
  }

  @Test(arguments: targets)
  func listGoesWhereTheResultLeads(result: Loaded, state: ItemListState) {
    loader.answer(result)
    #expect(list.state == state)
    #expect(!list.isSpinning)
    #expect(list.rows == (try? result.get()) ?? [])
    #expect((list.message == nil) == !list.rows.isEmpty)
  }

  @Test func listSaysWhyItHasNoItems() {
    loader.answer(.failure(.offline))
    #expect(list.message == "Loading failed: offline.")
  }

  @Test(arguments: [.success(["apple"]), .success([]), .failure(.offline)] as [Loaded])
  func listLoadsAgainAfterAnyResult(result: Loaded) {
    loader.answer(result)
    list.reload()
    #expect(list.state == .loading)
    #expect(list.isSpinning)
    loader.answer(.success(["pear"]))
    #expect(list.state == .showingData(["pear"]))
  }

  @Test func everyActionRunsExactlyOncePerMove() {
    list.reload()
    #expect(loader.requests == 1)
    loader.answer(.success([]))
    list.reload()
    list.reload()
    #expect(loader.requests == 2)
  }

  @Test func listIgnoresASecondAnswer() {
    loader.answer(.success(["apple"]))
    loader.answer(.failure(.offline))
    #expect(list.state == .showingData(["apple"]))
    #expect(list.rows == ["apple"])
    #expect(list.message == nil)
  }

  @Test func listAcceptsAnAnswerThatComesAtOnce() {
    let list = ItemList { completion in completion(.success(["apple"])) }
    #expect(list.state == .showingData(["apple"]))
    list.reload()
    #expect(list.state == .showingData(["apple"]))
    #expect(!list.isSpinning)
  }

  @Test func graphShowsThatTheResultDecides() {
    let results = StateGraph(ItemList.schema).transitions.filter { $0.source == "loading" }
    #expect(results.map(\.event) == ["loaded items", "loaded nothing", "failed to load"])
    #expect(results.map(\.target) == ["showingData", "empty", "error"])
  }
}

/// A loader that the test drives.
final class LoaderDouble {
  private var completions: [(Result<[String], LoadingError>) -> Void] = []

  /// The number of requests.
  var requests: Int { completions.count }

  /// Records a request.
  func load(_ completion: @escaping (Result<[String], LoadingError>) -> Void) {
    completions.append(completion)
  }

  /// Answers the latest request.
  func answer(_ result: Result<[String], LoadingError>) {
    completions.last?(result)
  }
}
