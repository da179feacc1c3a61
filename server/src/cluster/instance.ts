import { randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { Config } from '../config.ts'

/** This process, as one of the station's instances. */
export type OwnInstance = {
  /** A name of its own for each run. */
  id: string
  /** Base URL for the other instances, without a slash at the end; null until this one listens. */
  url(): string | null
  /** Sets the port in its base URL, unless the configuration has an address. */
  listensOn(port: number): void
}

const ANY = new Set(['0.0.0.0', '::', ''])

/** Names this process, and knows where it is as soon as that is known. */
export function createOwnInstance({ instanceUrl, host }: Config): OwnInstance {
  let url = instanceUrl
  return {
    id: randomUUID(),
    url: () => url,
    listensOn(port) {
      url ??= urlOf(host, port)
    },
  }
}

/**
 * URL at which other machines reach a server that listens on `host`: there, or on the first address of this machine.
 */
function urlOf(host: string, port: number): string {
  const address = ANY.has(host) ? ownAddress() : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
