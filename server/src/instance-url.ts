import { networkInterfaces } from 'node:os'

const ANY = new Set(['0.0.0.0', '::', ''])

/** Where other machines reach a server that listens on `host`: there, or on the first address of this machine. */
export function instanceUrl(host: string, port: number): string {
  const address = ANY.has(host) ? ownAddress() : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
