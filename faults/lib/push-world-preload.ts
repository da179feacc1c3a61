import dns, { Resolver } from 'node:dns/promises'
import https, { type RequestOptions } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { LookupFunction } from 'node:net'

/**
 * Preloaded into a server (`node --import`): names are looked up at the DNS server that PUSH_WORLD names, and what goes
 * out by https to a push service goes to this machine instead, whatever public address it has there.
 */
const world = process.env.PUSH_WORLD
// Its children are in the ordinary world.
delete process.env.PUSH_WORLD
if (world) move(JSON.parse(world))

/** Ports of everything on this machine. */
export type Ports = { dns: number; honest: number; hanging: number }

function move({ dns: dnsPort, honest, hanging }: Ports): void {
  const send = https.request
  dns.Resolver = class extends Resolver {
    constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
      super(options)
      this.setServers([`127.0.0.1:${dnsPort}`])
    }
  }
  const here: LookupFunction = (_hostname, { all }, callback) => {
    if (all) callback(null, [{ address: '127.0.0.1', family: 4 }])
    else callback(null, '127.0.0.1', 4)
  }
  https.request = (url: string | URL | RequestOptions, ...rest: unknown[]) => {
    const [options, onResponse] = rest as [RequestOptions, Parameters<typeof send>[2]]
    if (!(url instanceof URL)) throw new Error('Only pushes go out by https here')
    const port = url.hostname.startsWith('honest.') ? honest : hanging
    return send(url, { ...options, port, lookup: here }, onResponse)
  }
  syncBuiltinESMExports()
}
