import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { isSameSecret } from '../http/same-secret.ts'
import { bearerOf } from '../http/session.ts'
import { AppError } from '../kernel/app-error.ts'

/** Peer that asks: the other end of the connection itself, whatever its headers claim. */
export type Asker = { address: string | undefined; headers: IncomingHttpHeaders }

/** Headers that proxies add. Behind one on the same machine everybody comes from a loopback address. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Lets through who may read the metrics: with a token, who shows it; without one, who asks from this machine and not
 * through a proxy. Throws NOT_SIGNED_IN or FORBIDDEN.
 */
export function requireWatcher({ address, headers }: Asker, token: string | null): void {
  if (token !== null) {
    if (!isSameSecret(bearerOf(headers) ?? '', token)) throw new AppError('NOT_SIGNED_IN')
    return
  }
  // A page of another site that has its name lead to this machine still says that name.
  const isHere = isLoopback(address) && LOOPBACK_HOST.test(headers.host ?? '')
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  if (!isHere || isForwarded) throw new AppError('FORBIDDEN')
}

function isLoopback(address: string | undefined): boolean {
  if (!address) return false
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
