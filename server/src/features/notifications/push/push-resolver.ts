import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './push-address.ts'

/** Address that a name resolves to. */
export type Address = { address: string; family: 4 | 6 }
/** Gives the addresses of a name, all of them public. Rejects for any other. */
export type ResolvePublic = (hostname: string) => Promise<Address[]>

/** Options of the resolver; unless given, the system's servers. */
export type ResolverOptions = {
  /** Monotonic milliseconds. */
  now(): number
  servers?: readonly string[]
  timeoutMs?: number
}

const TIMEOUT_MS = 2_000
/** A packet may be lost. */
const TRIES = 2
/** Time that an address is kept; a failed look-up, for as long as all who wait for it need. */
const KEPT_MS = 60_000
const FAILURE_KEPT_MS = 2_000
/** More names are not remembered: whichever came first is forgotten. */
export const MAX_NAMES = 1_000

/**
 * Looks names up that strangers have given. It asks the DNS itself (c-ares), not the system: that would take one of
 * the process's few threads for as long as it pleases a stranger's server not to answer, and hosts files are nobody's
 * business here.
 */
export function createPushResolver({ now, servers, timeoutMs = TIMEOUT_MS }: ResolverOptions): ResolvePublic {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const known = new Map<string, { found: Promise<Address[]>; untilMs: number }>()

  return (hostname) => {
    const kept = known.get(hostname)
    if (kept && kept.untilMs > now()) return kept.found
    const found = lookUp(resolver, hostname)
    known.delete(hostname)
    if (known.size >= MAX_NAMES) known.delete(known.keys().next().value ?? '')
    const entry = { found, untilMs: now() + KEPT_MS }
    known.set(hostname, entry)
    found.catch(() => {
      entry.untilMs = Math.min(entry.untilMs, now() + FAILURE_KEPT_MS)
    })
    return found
  }
}

async function lookUp(resolver: Resolver, hostname: string): Promise<Address[]> {
  const family = isIP(hostname)
  if (family === 4 || family === 6) return requirePublic(hostname, [{ address: hostname, family }])
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname).catch(noneIfThereIsNone),
    resolver.resolve6(hostname).catch(noneIfThereIsNone),
  ])
  const addresses = [...addressesOf(v4, 4), ...addressesOf(v6, 6)]
  // Some resolvers answer for one kind alone.
  for (const asked of [v4, v6]) if (addresses.length === 0 && asked.status === 'rejected') throw asked.reason
  return requirePublic(hostname, addresses)
}

function addressesOf(asked: PromiseSettledResult<string[]>, family: 4 | 6): Address[] {
  return asked.status === 'fulfilled' ? asked.value.map((address) => ({ address, family })) : []
}

/** A name may have addresses of one kind alone. */
function noneIfThereIsNone(error: unknown): string[] {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === NODATA || code === NOTFOUND) return []
  throw error
}

function requirePublic(hostname: string, addresses: Address[]): Address[] {
  if (addresses.length === 0) throw new Error(`${hostname} has no address`)
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new Error(`${hostname} is not a public address`)
  return addresses
}
