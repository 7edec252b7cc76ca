import SchematicCases
import Testing

/// Values as a picture reads them.
@Suite struct ValueTreeTests {
  private indirect enum Chain {
    case end(Int)
    case link(Chain)

    init(length: Int, end: Int) {
      self = (0..<length).reduce(.end(end)) { chain, _ in .link(chain) }
    }
  }

  @Test(arguments: [1, 40, 200]) func valuesThatDifferDeepInsideAreTwo(depth: Int) {
    let (one, other) = (Chain(length: depth, end: 1), Chain(length: depth, end: 2))
    #expect(ValueTree(one).identity == ValueTree(one).identity)
    #expect(ValueTree(one).identity != ValueTree(other).identity)
    #expect(ValueTree(one).structure != ValueTree(other).structure)
    #expect(ValueTree(one).text != ValueTree(other).text)
  }

  private struct Box { var number = 0 }

  @Test func longListsThatDifferAtTheirEndAreTwo() {
    let list = Array(repeating: Box(), count: 12_000)
    let other = list.dropLast() + [Box(number: 1)]
    #expect(ValueTree(list).identity == ValueTree(list).identity)
    #expect(ValueTree(list).identity != ValueTree(other).identity)
    #expect(ValueTree(list).text != ValueTree(other).text)
  }

  private enum Work: CustomStringConvertible {
    case waiting, ended
    case running(() -> Void)

    var description: String { "work" }
  }

  @Test func casesWithOneDescriptionAreTwo() {
    #expect(ValueTree(Work.waiting).text == "work")
    #expect(ValueTree(Work.waiting).identity != ValueTree(Work.ended).identity)
    #expect(ValueTree(Work.waiting).content != ValueTree(Work.ended).content)
  }

  private struct Crate { var number = 0 }

  @Test func valuesOfTwoTypesWithTheSamePartsAreTwo() {
    #expect(ValueTree([Box()]).content != ValueTree([Crate()]).content)
  }

  private final class Node {
    let number: Int
    var next: Node?

    init(_ number: Int) { self.number = number }

    /// Returns two objects that refer to each other.
    static func ring(_ numbers: Int...) -> Node {
      let nodes = numbers.map(Node.init)
      for (index, node) in nodes.enumerated() { node.next = nodes[(index + 1) % nodes.count] }
      return nodes[0]
    }
  }

  @Test func eachOfTheObjectsThatReferToEachOtherIsReadOnce() {
    let tree = ValueTree(Node.ring(1, 2))
    #expect(tree.content == "Node#0(number: 1, next: Node#1(number: 2, next: #0))")
    #expect(tree.labels == ["number", "next", "some", "number", "next", "some"])
    #expect(tree.content == ValueTree(Node.ring(1, 2)).content)
    #expect(tree.content != ValueTree(Node.ring(1, 3)).content)
  }

  @Test func aSharedObjectIsToldFromTwoEqualOnes() {
    struct Pair { let one: Node, other: Node }
    let node = Node(1)
    let shared = Pair(one: node, other: node)
    #expect(ValueTree(shared).identity == ValueTree(shared).identity)
    #expect(ValueTree(shared).identity != ValueTree(Pair(one: node, other: Node(1))).identity)
    #expect(ValueTree(shared).children[1].children.map(\.label) == ["number", "next"])
  }

  private struct Shelf {
    var box = Box()
    var list = [1]
    var extra: Box?
  }

  @Test func aDifferenceIsNamedByTheWayToIt() {
    func differences(_ other: Shelf, _ ignored: String...) -> [String] {
      let ignored = IgnoredProperties(ignored.map { .init(path: $0) })
      return ValueTree(Shelf(), ignoring: ignored)
        .differences(from: ValueTree(other, ignoring: ignored))
    }
    let other = Shelf(box: Box(number: 1), list: [2], extra: Box())
    #expect(differences(Shelf()) == [])
    #expect(differences(other) == ["box.number", "list", "extra"])
    #expect(differences(other, "box.number", "list") == ["extra"])
  }

  @Test func whatIsIgnoredIsNoneOfTheParts() {
    let ignored = IgnoredProperties([.init(path: "number")])
    let tree = ValueTree(Shelf(), ignoring: ignored)
    #expect(tree.leavesOut)
    #expect(tree.text == "Shelf(box: Box(number: …), list: [1], extra: nil)")
    #expect(ignored.missing.isEmpty)
    #expect(
      tree.identity
        == ValueTree(Shelf(box: Box(number: 1)), ignoring: ignored).identity)
  }
}
