import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'

/** As the setting TRUST_PROXY: all, none, the nearest so many, or these addresses. */
export type TrustSetting = boolean | number | string

/** Whether what this address says of others counts; `hop` is 0 for the other end of the connection. */
export type Trust = (address: string, hop: number) => boolean

/** Reads the setting; text is addresses, with commas between. */
export function trustOf(setting: TrustSetting): Trust {
  if (typeof setting === 'boolean') return () => setting
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  return compile(setting.split(',').map((part) => part.trim()))
}

/** Where a request comes from: the nearest address that is no trusted proxy's. The same answer as Fastify's `ip`. */
export function clientAddressOf(request: IncomingMessage, trust: Trust): string {
  // A connection that has just broken has no address any more.
  return request.socket.remoteAddress === undefined ? '' : (all(request, trust).at(-1) ?? '')
}
