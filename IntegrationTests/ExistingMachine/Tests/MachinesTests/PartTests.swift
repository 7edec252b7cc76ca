import Machines
import SchematicGraph
import Testing

@Test func viewShowsAPartOfTheDoor() throws {
  let part = try Door.graph.withoutRejections().around("broken")
  #expect(
    part.omission?.description
      == "without rejections, around broken; not shown: 1 state, 1 transition, 1 rejection")
  #expect(part != Door.graph)
}
