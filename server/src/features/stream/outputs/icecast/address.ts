/** An Icecast as the settings name it. */
export type IcecastSettings = {
  /** `http://source:password@host:8000/live.ogg`: our place there. */
  url: string
  /** `http://admin:password@host:8000`: the same server first, then its relays. Empty: nothing is counted there. */
  adminUrls: readonly string[]
  /** The mount as listeners reach it; null: `url` without its password. */
  publicUrl: string | null
}

/** Address for a source to connect to. `label` names it in logs, without a password. */
export type SourceAddress = {
  isSecure: boolean
  host: string
  port: number
  mount: string
  origin: string
  authorization: string
  label: string
}

/** Reads `http://source:password@host:8000/live.ogg`, whose form the settings have made sure of. */
export function sourceAddressOf(text: string): SourceAddress {
  const url = new URL(text)
  const isSecure = url.protocol === 'https:'
  return {
    isSecure,
    // An IPv6 address stands in brackets in a URL alone.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isSecure ? 443 : 80),
    mount: url.pathname,
    origin: url.origin,
    authorization: authorizationOf(url),
    label: withoutPassword(text),
  }
}

/** The same address without user and password. */
export function withoutPassword(text: string): string {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href
}

/** HTTP Basic authorization (RFC 7617) with what the address holds. */
export function authorizationOf({ username, password }: URL): string {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** Returns the URL of the mount for listeners. */
export function listenersUrlOf({ url, publicUrl }: IcecastSettings): string {
  return publicUrl ?? withoutPassword(url)
}
