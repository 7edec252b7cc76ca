@testable import Machines

for rule in Radio.graph.rules { print(rule) }
