import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../kernel/ip-network.ts'
import type { Trust } from './client-address.ts'

/** Limits on connections: their number, and the time of each. Milliseconds. */
export type ConnectionLimits = {
  total: number
  /** From one address: a campus behind one, with several for each listener. Trusted proxies have no limit of their own. */
  perAddress: number
  /** For the headers of a request, and for all of it. Replies may last for days. */
  headersMs: number
  requestMs: number
  /** Interval of that check. */
  checkMs: number
  /** For a reply of which not one byte can be written: its reader has gone, or wants to hold it. */
  stalledMs: number
}

/** Below what a service may have files (LimitNOFILE in deploy/), with room for files and for other connections. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  total: 60_000,
  perAddress: 30_000,
  headersMs: 20_000,
  requestMs: 30_000,
  checkMs: 5_000,
  stalledMs: 5 * 60_000,
}

/**
 * Connections that may wait to be accepted, as far as the system allows. Node's 511 are full when a show begins: a
 * browser opens eight, and one that finds no place tries again after a second, then after two more.
 */
export const BACKLOG = 4_096

/** Nobody needs more headers than this; what comes after them is not read. */
export const MAX_HEADERS = 100

/**
 * Gives a server its limit for headers and its total: a connection too many is cut before anything of it is read. The
 * limit for whole requests is Fastify's option, which would put its own in place of another.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.headersTimeout = limits.headersMs
  server.maxHeadersCount = MAX_HEADERS
  server.maxConnections = limits.total
}

/** Cuts what one address, of IPv6 its /64, has too many of. To be called last: anyone who looks at connections replaces who looked before. */
export function limitAddresses(server: Server, { perAddress }: ConnectionLimits, trust: Trust): void {
  const countOf = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || trust(remoteAddress, 0)) return
    const network = networkOf(remoteAddress)
    const count = (countOf.get(network) ?? 0) + 1
    if (count > perAddress) return void socket.destroy()
    countOf.set(network, count)
    socket.once('close', () => {
      const left = (countOf.get(network) ?? 1) - 1
      if (left > 0) countOf.set(network, left)
      else countOf.delete(network)
    })
  })
}
