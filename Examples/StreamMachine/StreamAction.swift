/// What a stream tells its connection to do.
enum StreamAction: Equatable {
  case forward
  case countOpened
  case release
}
