/** Why it failed, in words. Where a name has several addresses, Node's error has no message of its own, only a code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
