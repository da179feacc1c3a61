import { connect } from 'node:net'

/** For what hangs: others are ended sooner, also on a busy machine. */
const ENDED_WITHIN_MS = 60_000

/** `waits` until the other side ends, `ends` its own side, or `hangs up` in the middle. */
export type Ending = 'waits' | 'ends' | 'hangs up'
/** Exchange as it was received, as Latin-1; `isCut` when it may not be all. */
export type Exchange = { received: string; isCut: boolean }

/** Sends pieces, each by itself, from an address of this machine; gives what came until the connection was closed. */
export function exchange(
  origin: string,
  { pieces, ending, localAddress }: { pieces: readonly Buffer[]; ending: Ending; localAddress: string },
): Promise<Exchange> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let isCut = ending === 'hangs up'
    const socket = connect({ port: Number(port), host: hostname, localAddress, noDelay: true })
    const tooLate = setTimeout(() => {
      reject(new Error(`left open after ${Buffer.concat(chunks).toString('latin1').slice(0, 200)}`))
      socket.destroy()
    }, ENDED_WITHIN_MS)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      // Who is not read to the end is told by a reset, and what was on its way may be lost.
      isCut = true
      if (code !== 'ECONNRESET' && code !== 'EPIPE') reject(new Error(code))
    })
    socket.once('close', () => {
      clearTimeout(tooLate)
      resolve({ received: Buffer.concat(chunks).toString('latin1'), isCut })
    })
    const left = [...pieces]
    const sendNext = (): void => {
      if (socket.destroyed) return
      const piece = left.shift()
      if (piece) socket.write(piece, () => setImmediate(sendNext))
      else if (ending === 'hangs up') socket.resetAndDestroy()
      else if (ending === 'ends') socket.end()
    }
    sendNext()
  })
}
