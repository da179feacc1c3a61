import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Messages of a websocket, and its end. */
export type Dialogue = { said: readonly Buffer[]; code: number; reason: string }

/** Message to send: as it was recorded or bent; a binary one goes out as such. */
export type Saying = { bytes: Buffer; isBinary: boolean }

/** For what hangs: anyone who is understood no more is closed sooner, also on a busy machine. */
const ENDED_WITHIN_MS = 60_000

/**
 * Opens a websocket, says everything, then waits for `isDone` or for the other side to close; closes it and gives what
 * came. Throws when neither happens in time, or the handshake is refused.
 */
export async function converse(
  url: string,
  {
    says,
    isDone,
    token,
  }: { says: readonly Saying[]; isDone: (said: Buffer) => boolean; token?: string | undefined },
): Promise<Dialogue> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  const said: Buffer[] = []
  const tooLate = setTimeout(() => socket.terminate(), ENDED_WITHIN_MS)
  socket.on('message', (data: Buffer) => {
    said.push(data)
    if (isDone(data)) socket.close(1000)
  })
  // Told by the close that follows.
  socket.on('error', () => undefined)
  const ended = once(socket, 'close') as Promise<[number, Buffer]>
  socket.once('open', () => {
    for (const { bytes, isBinary } of says) socket.send(bytes, { binary: isBinary })
  })
  const [code, reason] = await ended
  clearTimeout(tooLate)
  if (code === 1006) throw new Error(`neither answered nor closed, after ${Buffer.concat(said).toString()}`)
  return { said, code, reason: reason.toString() }
}
