/// Why a request failed.
enum RequestError: Error, Hashable {
  case timeout
  case refused
}
