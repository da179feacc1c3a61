/** The websocket address of `path` on the page's own station. */
export function socketUrl(path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
