/// A channel handler of SwiftNIO, whose events come from a channel.
struct ChannelHandler {
  private let name: String
  /// The types that the handler calls `InboundIn`, `OutboundOut` and so on.
  private let types: [String: SwiftType]
  private let declared: Set<String>

  /// Returns `nil` for a type that is no channel handler.
  init?(_ type: Symbol, named name: String, in index: SymbolIndex) {
    let kinds = ["ChannelInboundHandler", "ChannelOutboundHandler"]
    guard
      kinds.contains(where: { index.conforms(type, to: $0) || index.conforms(type, to: "_\($0)") })
    else { return nil }
    self.name = name
    types = index.members(of: type, kind: "swift.typealias").reduce(into: [:]) { types, symbol in
      types[symbol.name] = SwiftDeclaration(symbol).type
    }
    declared = Set(
      index.members(of: type, kind: "swift.method").map { SwiftDeclaration($0) }
        .filter(Self.takesContext).map(\.name))
  }

  /// The code of a call that makes a channel call the handler, by the name of the handler's method.
  ///
  /// What a channel reads and writes is complete at once.
  private static let calls = [
    "channelRegistered": "pipeline.fireChannelRegistered()",
    "channelUnregistered": "pipeline.fireChannelUnregistered()",
    "channelActive": "activate()",
    "channelInactive": "deactivate()",
    "channelRead": "writeInbound(…)",
    "channelReadComplete": "pipeline.fireChannelReadComplete()",
    "channelWritabilityChanged": "pipeline.fireChannelWritabilityChanged()",
    "userInboundEventTriggered": "pipeline.fireUserInboundEventTriggered(…)",
    "errorCaught": "pipeline.fireErrorCaught(…)",
    // `writeOutbound` would wait for a promise that the handler may never keep.
    "write": "writeAndFlush(…, promise: nil)",
    "flush": "flush()",
    "read": "read()",
    "close": "close(promise: nil)",
    "triggerUserOutboundEvent": "triggerUserOutboundEvent(…, promise: nil)",
  ]

  /// The methods that other calls imply.
  private static let implied = ["channelReadComplete": "channelRead", "flush": "write"]

  /// The methods that a channel calls only while it is active.
  private static let active: Set = [
    "channelRead", "channelReadComplete", "channelWritabilityChanged",
  ]

  /// A Boolean value that indicates whether the handler learns when the channel becomes active, or stops being so.
  private var hasLife: Bool {
    declared.contains("channelActive") || declared.contains("channelInactive")
  }

  static func takesContext(_ method: SwiftDeclaration) -> Bool {
    method.parameters.first?.type.text == "ChannelHandlerContext"
  }

  /// Returns a method with the arguments of its step; `nil` if a channel calls it by itself, or never with
  /// a value.
  func step(for method: SwiftDeclaration) -> SwiftDeclaration? {
    guard Self.takesContext(method) else { return method }
    guard let call = Self.calls[method.name],
      Self.implied[method.name].map(declared.contains) != true
    else { return nil }
    var method = method
    let type: SwiftType? =
      switch method.name {
      case "channelRead": types["InboundIn"]
      case "write": types["OutboundIn"]
      default: method.parameters.dropFirst().first?.type
      }
    guard call.contains("…") else {
      method.parameters = []
      return method
    }
    guard let type, type.text != "Never" else { return nil }
    method.parameters = [
      SwiftParameter(label: nil, name: method.name, type: type, defaultValue: nil, isInout: false)
    ]
    return method
  }

  /// Returns the code of a step that calls a method.
  func code(of method: SwiftDeclaration, _ arguments: [String], on machine: String) -> String {
    let passedOn = "try \(machine).passedOn()"
    if let call = Self.calls[method.name], declared.contains(method.name) {
      if ["activate()", "deactivate()"].contains(call) {
        return "guard \(machine).\(call) else { return [] }\nreturn \(passedOn)"
      }
      let life =
        hasLife && Self.active.contains(method.name)
        ? "guard \(machine).isActive == true else { return [] }\n" : ""
      let word = call.hasPrefix("writeInbound") ? "try " : ""
      let code = call.replacing("…", with: arguments.first ?? "")
      return "\(life)\(word)\(machine).channel.\(code)\nreturn \(passedOn)"
    }
    let words = (method.canThrow ? "try " : "") + (method.isAsync ? "await " : "")
    let call = "\(words)\(machine).handler.\(method.name)(\(arguments.joined(separator: ", ")))"
    return method.result == nil
      ? "\(call)\nreturn \(passedOn)" : "let result = \(call)\nreturn (result, \(passedOn))"
  }

  /// The code of the class that has the handler and its channel, as a member of an extension.
  var holder: String {
    let (reads, writes) = (passesOn("InboundOut"), passesOn("OutboundOut"))
    return """

        /// The handler in a channel, which calls it.
        private final class InChannel {
          let handler: \(name)
          let channel = EmbeddedChannel()
      \(life)
          init(_ handler: \(name)) {
            self.handler = handler
            try? channel.pipeline.syncOperations.addHandlers(
              [Outbound(), handler\(reads ? ", Inbound()" : "")] as [any ChannelHandler])
          }
      \(lifeMethods)
          /// Returns the errors that the handler has passed on.
          func passedOn() throws -> [any Error] {
            channel.embeddedEventLoop.run()
            do { try channel.throwIfErrorCaught() } catch { return [error] }
            return []
          }
        }

        /// Shows what the handler\(writes ? " writes, and that it" : "") closes, in this order.
        private final class Outbound: ChannelOutboundHandler {
          typealias OutboundIn = \(writes ? "\(name).OutboundOut" : "Any")
      \(writes ? Self.write : "")\
          func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            StandIn.call("close")
            context.close(mode: mode, promise: promise)
          }
        }
      \(reads ? inbound : "")
      """
  }

  private func passesOn(_ type: String) -> Bool { types[type].map { $0.text != "Never" } ?? false }

  private static let write = """
        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
          StandIn.show(unwrapOutboundIn(data))
          context.write(data, promise: promise)
        }

    """

  private var inbound: String {
    """

      /// Shows what the handler passes on to the next one.
      private final class Inbound: ChannelInboundHandler {
        typealias InboundIn = \(name).InboundOut
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
          StandIn.show(unwrapInboundIn(data))
        }
      }

    """
  }

  private var life: String {
    guard hasLife else { return "" }
    let start = declared.contains("channelActive") ? "Bool?" : "Bool? = true"
    return """
          /// Whether the channel is active, which it becomes once and stops once; `nil` before.
          private(set) var isActive: \(start)

      """
  }

  private var lifeMethods: String {
    /// Returns the code of a method that is left out if the handler doesn't hear of the event.
    func method(
      _ name: String, onlyIf isActive: String, then value: Bool, calling event: String,
      _ promise: String
    ) -> String {
      guard declared.contains(event) else { return "" }
      return """

            /// \(promise)
            func \(name)() -> Bool {
              guard isActive == \(isActive) else { return false }
              isActive = \(value)
              channel.pipeline.fire\(event.prefix(1).uppercased())\(event.dropFirst())()
              return true
            }

        """
    }
    return method(
      "activate", onlyIf: "nil", then: true, calling: "channelActive",
      "Makes the channel active, and returns whether it wasn't before.")
      + method(
        "deactivate", onlyIf: "true", then: false, calling: "channelInactive",
        "Closes the channel from the other side, and returns whether it was active.")
  }
}
