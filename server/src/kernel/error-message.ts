/** The message of an error. Where a name has several addresses, Node's error has no message of its own, only a code. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
