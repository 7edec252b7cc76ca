import NIOCore
import NIOEmbedded
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Greeter {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0.handler, property: "phase") }) { InChannel(Greeter()) },
      steps: [
        .step("channelActive") {
          guard $0.activate() else { return [] }
          return try $0.passedOn()
        },
        .step("channelRead", with: wordsSamples) {
          guard $0.isActive == true else { return [] }
          try $0.channel.writeInbound($1)
          return try $0.passedOn()
        },
        .step("channelInactive") {
          guard $0.deactivate() else { return [] }
          return try $0.passedOn()
        },
      ],
      options: .init(ignoring: ["channel"], cases: ["quiet", "greeted", "gone"]))
  }

  /// The handler in a channel, which calls it.
  private final class InChannel {
    let handler: Greeter
    let channel = EmbeddedChannel()
    /// Whether the channel is active, which it becomes once and stops once; `nil` before.
    private(set) var isActive: Bool?

    init(_ handler: Greeter) {
      self.handler = handler
      try? channel.pipeline.syncOperations.addHandlers(
        [Outbound(), handler, Inbound()] as [any ChannelHandler])
    }

    /// Makes the channel active, and returns whether it wasn't before.
    func activate() -> Bool {
      guard isActive == nil else { return false }
      isActive = true
      channel.pipeline.fireChannelActive()
      return true
    }

    /// Closes the channel from the other side, and returns whether it was active.
    func deactivate() -> Bool {
      guard isActive == true else { return false }
      isActive = false
      channel.pipeline.fireChannelInactive()
      return true
    }

    /// Returns the errors that the handler has passed on.
    func passedOn() throws -> [any Error] {
      channel.embeddedEventLoop.run()
      do { try channel.throwIfErrorCaught() } catch { return [error] }
      return []
    }
  }

  /// Shows what the handler writes, and that it closes, in this order.
  private final class Outbound: ChannelOutboundHandler {
    typealias OutboundIn = Greeter.OutboundOut
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      StandIn.show(unwrapOutboundIn(data))
      context.write(data, promise: promise)
    }
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      StandIn.call("close")
      context.close(mode: mode, promise: promise)
    }
  }

  /// Shows what the handler passes on to the next one.
  private final class Inbound: ChannelInboundHandler {
    typealias InboundIn = Greeter.InboundOut
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      StandIn.show(unwrapInboundIn(data))
    }
  }

  private static var wordsSamples: [Words] { [.hello, .question, .bye] }
}
