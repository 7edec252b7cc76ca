import SchematicCases
import SchematicGraph

/// The answers of services that stand in for those of a hand-written machine while it is drawn.
///
/// A machine that is given its services, such as a server or a store, is drawn with types that stand in for them.
/// They take each answer from here, so that each is tried:
///
/// ```swift
/// protocol Server {
///   func signIn() async throws -> String
/// }
/// struct ServerStandIn: Server {
///   func signIn() async throws -> String {
///     try await StandIn.reply("signIn", ["Ann"], orThrow: [StandIn.Failure()])
///   }
/// }
/// final class Session {
///   private(set) var state = "out"
///   private var server: any Server
///   init(server: any Server) { self.server = server }
///   func start() async {
///     guard state == "out" else { return }
///     state = "waiting"
///     do { state = "in as \(try await server.signIn())" } catch { state = "failed" }
///   }
/// }
/// StateGraph(
///   .made(state: { ReflectedState($0.state) }) { Session(server: ServerStandIn()) },
///   steps: [
///     .step("start", awaiting: { await $0.start() }), .returns("signIn"), .throws("signIn"),
///   ])
/// // out -> waiting: start / signIn, waits
/// // waiting -> in as Ann: signIn returns / start returns
/// // waiting -> failed: signIn throws / start returns
/// ```
///
/// Calls that change something outside are shown as actions. What is answered at once and makes a difference
/// is shown as a condition: `open [isOnline]`. When no machine is drawn, each answer is the first one.
public enum StandIn {
  /// An error that a service throws.
  public struct Failure: Error {
    /// Creates the error.
    public init() {}
  }

  /// What is around the machine whose step is taken now, or whose task runs in it.
  private static var surroundings: MachineSurroundings? {
    StepTasks.ofThread?.surroundings ?? MachineSurroundings.current
  }

  /// Shows a call as an action of the step: `stop / hide`.
  ///
  /// ```swift
  /// enum Event {
  ///   case opened, closed
  /// }
  /// StandIn.call("didChange", Event.opened)  // the action `didChange(opened)`
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the call.
  ///   - value: An argument of an enum, whose case is shown, too.
  public static func call(_ name: String, _ value: Any? = nil) {
    let told = value.flatMap { ValueTree($0).isEnum ? stepText(of: $0) : nil }
    surroundings?.calls.append(told.map { "\(name)(\($0))" } ?? name)
  }

  /// Returns an object that nothing else keeps, such as a delegate, and never releases it.
  ///
  /// - Parameter object: The object.
  /// - Returns: The object.
  public static func kept<Object: AnyObject>(_ object: Object) -> Object {
    Kept.forever(object)
    return object
  }

  /// Returns one of several answers, each of which is tried: `[isOnline]`, `[mode is dark]`.
  ///
  /// - Parameters:
  ///   - name: The name of the question.
  ///   - values: The answers.
  /// - Returns: An answer.
  /// - Precondition: There is an answer.
  public static func answer<Value>(_ name: String, _ values: [Value]) -> Value {
    surroundings?.choice(of: name, among: values) ?? values[0]
  }

  /// Returns an answer or throws an error, each of which is tried: `save [save throws]`.
  ///
  /// - Parameters:
  ///   - name: The name of the call, which is shown as an action if there is only one value.
  ///   - values: The answers.
  ///   - errors: The errors.
  /// - Returns: An answer.
  /// - Throws: An error.
  /// - Precondition: There are an answer and an error.
  public static func answer<Value>(
    _ name: String, _ values: [Value] = [()], orThrow errors: [any Error]
  ) throws -> Value {
    if values.count == 1 { call(name) }
    if surroundings?.holds("\(name) throws") == true {
      throw answer("\(name) throws", errors)
    }
    return answer(name, values)
  }

  /// Waits for the step `MachineStep.returns(_:)`, and returns one of several answers.
  ///
  /// - Parameters:
  ///   - name: The name of the call, which is shown as an action.
  ///   - values: The answers, each of which is tried.
  ///   - isolation: The actor of the caller.
  /// - Returns: An answer.
  /// - Precondition: There is an answer.
  public static func reply<Value>(
    _ name: String, _ values: [Value] = [()], isolation: isolated (any Actor)? = #isolation
  ) async -> Value {
    if let services = StepTasks.ofThread?.services {
      call(name)
      _ = await services.end(of: name, canThrow: false)
    }
    return answer(name, values)
  }

  /// Waits for the step `MachineStep.returns(_:)` or `MachineStep.throws(_:)`.
  ///
  /// If the task is canceled, the call ends at once.
  ///
  /// - Parameters:
  ///   - name: The name of the call, which is shown as an action.
  ///   - values: The answers, each of which is tried.
  ///   - errors: The errors, each of which is tried.
  ///   - isolation: The actor of the caller.
  /// - Returns: An answer.
  /// - Throws: An error, or `CancellationError` if the task is canceled.
  /// - Precondition: There are an answer and an error.
  public static func reply<Value>(
    _ name: String, _ values: [Value] = [()], orThrow errors: [any Error],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    if let services = StepTasks.ofThread?.services {
      call(name)
      switch await services.end(of: name, canThrow: true) {
      case .returned: break
      case .threw: throw answer("\(name) throws", errors)
      case .canceled: throw CancellationError()
      }
    }
    return answer(name, values)
  }

  /// Calls a function with one of several answers in the step `MachineStep.returns(_:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the call, which is shown as an action.
  ///   - values: The answers, each of which is tried.
  ///   - completion: The function.
  /// - Precondition: There is an answer.
  public static func reply<Value>(
    _ name: String, _ values: [Value], to completion: @escaping (Value) -> Void
  ) {
    call(name)
    guard let tasks = StepTasks.ofThread else {
      if let surroundings, !surroundings.unanswered.contains(name) {
        surroundings.unanswered.append(name)
      }
      return
    }
    tasks.services.keep(name, canThrow: false) { _ in completion(answer(name, values)) }
  }
}

extension MachineStep {
  /// Creates a step in which the first call of a service that waits returns.
  ///
  /// ```swift
  /// let step = MachineStep<Int>.returns("signIn")  // the event `signIn returns`
  /// ```
  ///
  /// - Parameter name: The name of the call, as in ``StandIn``.
  /// - Returns: The step.
  public static func returns(_ name: String) -> MachineStep {
    reply(.init(name: name, end: .returned), "\(name) returns")
  }

  /// Creates a step in which the first call of a service that waits throws an error.
  ///
  /// ```swift
  /// let step = MachineStep<Int>.throws("signIn")  // the event `signIn throws`
  /// ```
  ///
  /// - Parameter name: The name of the call, as in ``StandIn``.
  /// - Returns: The step.
  public static func `throws`(_ name: String) -> MachineStep {
    reply(.init(name: name, end: .threw), "\(name) throws")
  }

  private static func reply(_ reply: StepReply, _ title: String) -> MachineStep {
    var step = step(title) { _ in StepTasks.end(reply) }
    (step.reply, step.work) = (reply, StepTasks.self)
    return step
  }
}
