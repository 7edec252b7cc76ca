/// The places of a ring.
package enum RingState: UInt8, Sendable {
  case s0, s1, s2, s3, s4, s5, s6, s7, s8, s9
  case s10, s11, s12, s13, s14, s15, s16, s17, s18, s19
  case s20, s21, s22, s23, s24, s25, s26, s27, s28, s29
  case s30, s31, s32, s33, s34, s35, s36, s37, s38, s39
  case s40, s41, s42, s43, s44, s45, s46, s47, s48, s49
}

/// The turns of a ring: each is taken in one place and ignored in the 49 others.
package enum RingEvent: UInt8, CaseIterable, EventSource {
  case e0, e1, e2, e3, e4, e5, e6, e7, e8, e9
  case e10, e11, e12, e13, e14, e15, e16, e17, e18, e19
  case e20, e21, e22, e23, e24, e25, e26, e27, e28, e29
  case e30, e31, e32, e33, e34, e35, e36, e37, e38, e39
  case e40, e41, e42, e43, e44, e45, e46, e47, e48, e49

  package static var cycle: [RingEvent] { allCases }
}

/// What turns the ring: every fourth turn it is charged.
package final class Ring {
  package var charge = 3
  package var charges = 0

  package init() {}
}
