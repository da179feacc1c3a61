import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'

/** As the setting TRUST_PROXY: the nearest, none, a number of the nearest, or these addresses. */
export type TrustSetting = boolean | number | string

/** Whether what this address says of others counts; `hop` is 0 for the other end of the connection. */
export type Trust = (address: string, hop: number) => boolean

/**
 * Reads the setting; text is addresses, with commas between. `on` believes the other end of the connection,
 * and no address that stands further left in `X-Forwarded-For`: a visitor may have written those.
 */
export function trustOf(setting: TrustSetting): Trust {
  if (typeof setting === 'boolean') return (_address, hop) => setting && hop === 0
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  return compile(setting.split(',').map((part) => part.trim()))
}

/** Host of a request: that of the nearest proxy where it is trusted. The same answer as Fastify's `host`. */
export function hostOf({ headers, socket: { remoteAddress } }: IncomingMessage, trust: Trust): string {
  const own = headers.host ?? ''
  if (remoteAddress === undefined || !trust(remoteAddress, 0)) return own
  return [headers['x-forwarded-host'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim() || own
}

/** Address of a request: the nearest one that is no trusted proxy's. The same answer as Fastify's `ip`. */
export function clientAddressOf(request: IncomingMessage, trust: Trust): string {
  // A connection that has just broken has no address any more.
  return request.socket.remoteAddress === undefined ? '' : (all(request, trust).at(-1) ?? '')
}
