import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A wire to the database that can be cut and mended. The caller closes it. */
export async function wireTo(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let cutAt: { text: RegExp; after: string } | null = null
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    let asked = ''
    near.on('data', (bytes) => {
      if (!cutAt) return
      asked = (asked + bytes.toString('latin1')).slice(-10_000)
      const [, since] = asked.split(cutAt.after)
      if (!since || !cutAt.text.test(since)) return
      far.unpipe(near)
      far
        .once('data', () => {
          near.destroy()
          far.destroy()
        })
        .resume()
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(databaseUrl)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: through.href,
    /** Cuts a connection on which this is asked after that, once the answer is there; it does not come through. */
    cutAtAnswerOf: (text: RegExp, after: string) => {
      cutAt = { text, after }
    },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
