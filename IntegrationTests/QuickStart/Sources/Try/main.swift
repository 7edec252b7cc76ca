import Schematic
import Turnstiles

let turnstile = Turnstile()
let machine = StateMachine(schema: Turnstile.schema, subject: turnstile)

print(machine.handle(.push), machine.state, turnstile.alarms)  // stayed locked 1
print(machine.handle(.coin), machine.state, turnstile.coins)  // stayed locked 1
print(machine.handle(.coin), machine.state, turnstile.coins)  // moved unlocked 0
