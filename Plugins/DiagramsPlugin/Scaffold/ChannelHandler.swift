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
    "channelActive": "pipeline.fireChannelActive()",
    "channelInactive": "pipeline.fireChannelInactive()",
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
      let word = call.hasPrefix("writeInbound") ? "try " : ""
      let code = call.replacing("…", with: arguments.first ?? "")
      return "\(word)\(machine).channel.\(code)\nreturn \(passedOn)"
    }
    let words = (method.canThrow ? "try " : "") + (method.isAsync ? "await " : "")
    let call = "\(words)\(machine).handler.\(method.name)(\(arguments.joined(separator: ", ")))"
    return method.result == nil
      ? "\(call)\nreturn \(passedOn)" : "let result = \(call)\nreturn (result, \(passedOn))"
  }

  /// The code of the class that has the handler and its channel, as a member of an extension.
  var holder: String {
    let ways = [("InboundOut", "readInbound"), ("OutboundOut", "readOutbound")]
      .filter { name, _ in types[name].map { $0.text != "Never" } ?? false }
      .map { "      while let next = try channel.\($1)(as: \($0).self) { all.append(next) }\n" }
    return """

        /// The handler in a channel, which calls it.
        private final class InChannel {
          let handler: \(name)
          let channel = EmbeddedChannel()
          private var isOpen = true

          init(_ handler: \(name)) {
            self.handler = handler
            try? channel.pipeline.syncOperations.addHandler(handler)
          }

          /// Returns what the handler has passed on, and `close` if it has closed the channel.
          func passedOn() throws -> [Any] {
            channel.embeddedEventLoop.run()
            var all: [Any] = []
            do { try channel.throwIfErrorCaught() } catch { all.append(error) }
      \(ways.joined())\
            let wasOpen = isOpen
            isOpen = (try? channel.pipeline.syncOperations.context(handler: handler)) != nil
            return all + (wasOpen && !isOpen ? ["close"] : [])
          }
        }

      """
  }
}
