import { isIPv6 } from 'node:net'

const GROUPS = 8
/** RFC 4291 s2.5.4: the first 64 bits are the network, the rest its owner chooses freely. */
const NETWORK_GROUPS = 4

/** Network that an IP address counts as: itself, but with IPv6 the whole /64 that one subscriber has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return mapped ?? `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** RFC 4291 s2.2: `::` stands for as many groups of zeros as are missing. */
function groupsOf(address: string): string[] {
  const [before = [], after = []] = address
    .toLowerCase()
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
}
