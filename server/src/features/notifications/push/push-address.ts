import { BlockList, isIP } from 'node:net'

/** RFC 6890 and the registries of special addresses: what does not lead out into the world. */
const PRIVATE_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Of 2000::/3, the only part that is given out: what carries IPv4 inside, and what is for examples. */
const PRIVATE_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const privateV4 = new BlockList()
for (const [net, prefix] of PRIVATE_V4) privateV4.addSubnet(net, prefix, 'ipv4')
const privateV6 = new BlockList()
for (const [net, prefix] of PRIVATE_V6) privateV6.addSubnet(net, prefix, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateV4.check(address, 'ipv4')
  return family === 6 && globalV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')
}

/**
 * Fault of a push service's address; null when there is none. Names are checked again when they are resolved. `isOpen`
 * is for tests: any address of http or https.
 */
export function pushEndpointFault(text: string, isOpen: boolean): string | null {
  if (!URL.canParse(text)) return 'This is not an address'
  const { protocol, hostname, port, username, password } = new URL(text)
  if (isOpen) return null
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return REFUSED
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return isPublicAddress(host) ? null : REFUSED
  return /\.[a-z][a-z0-9-]*\.?$/.test(host) && !/\.(local|internal|localhost)\.?$/.test(host) ? null : REFUSED
}

const REFUSED = 'This is not the address of a push service'
