import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Something that stands before a server and can lose packets as a network does. */
export type SilentProxy = {
  port: number
  /** Silences current connections in both directions without closing them; later ones are served. */
  hush(): void
  /** Number of connections so far. */
  readonly accepted: number
  close(): Promise<void>
}

/** Starts one on a free port of 127.0.0.1, before a server of this machine; the caller closes it. */
export async function startSilentProxy(port: number): Promise<SilentProxy> {
  const present = new Set<Socket>()
  const all = new Set<Socket>()
  let accepted = 0
  const server = createServer({ allowHalfOpen: true }, (near) => {
    accepted++
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      present.add(socket)
      all.add(socket)
      socket.on('data', (bytes) => void (present.has(socket) && other.write(bytes)))
      socket.on('end', () => void (present.has(socket) && other.end()))
      // Of what broke nothing is passed on either, once it is silent.
      socket.on('error', () => void (present.has(socket) && other.destroy()))
      socket.on('close', () => all.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    hush: () => present.clear(),
    get accepted() {
      return accepted
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of all) socket.destroy()
      await closed
    },
  }
}
