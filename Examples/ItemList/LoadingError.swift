/// Why items could not be loaded.
enum LoadingError: Error, Hashable {
  case offline
  case forbidden
}
