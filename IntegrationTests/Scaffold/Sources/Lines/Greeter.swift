import NIOCore

/// What a peer says on a line.
enum Words {
  case hello, question, bye
}

/// What the handler says.
enum Reply {
  case welcome, goodbye
}

/// A handler that greets, hands questions on and hangs up.
final class Greeter: ChannelInboundHandler {
  typealias InboundIn = Words
  typealias InboundOut = Words
  typealias OutboundOut = Reply

  enum Phase { case quiet, greeted, gone }
  private var phase = Phase.quiet

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(.welcome), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), phase) {
    case (.hello, .quiet): phase = .greeted
    case (.question, .greeted): context.fireChannelRead(data)
    case (.bye, .greeted):
      phase = .gone
      context.writeAndFlush(wrapOutboundOut(.goodbye), promise: nil)
      context.close(promise: nil)
    default: context.fireErrorCaught(ChannelError.badMulticastGroupAddressFamily)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { phase = .gone }
}
