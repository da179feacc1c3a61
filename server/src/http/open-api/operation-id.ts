/** A name for an address that the contract has none for: GET /live.ogg is getLiveOgg. */
export function operationIdOf({ method, path }: { method: string; path: string }): string {
  const words = path.replace(/^\/api\//, '').match(/[A-Za-z0-9]+/g) ?? []
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitalised.join('')
}
