import type { WebSocket } from 'ws'
import type { Session } from './session.ts'

/** The websockets of the station, by whose they are. */
export type Sockets = {
  /** Closes the sockets whose session this is true for; those that do not answer are cut after a second. */
  close(isMeant: (session: Session | null) => boolean, code: number, reason: string): Promise<void>
  count(): number
  /** Numbers of open sockets, by the table's addresses. */
  countByPath(): Map<string, number>
}

/** Time that a socket has to answer its close. */
export const CLOSE_LIMIT_MS = 1_000

/** The websockets that are open at the addresses `paths`; each leaves when it closes. */
export class OpenSockets implements Sockets {
  readonly #paths: readonly string[]
  readonly #open = new Map<WebSocket, { session: Session | null; path: string }>()

  constructor(paths: readonly string[]) {
    this.#paths = paths
  }

  add(socket: WebSocket, session: Session | null, path: string): void {
    this.#open.set(socket, { session, path })
    socket.once('close', () => this.#open.delete(socket))
  }

  async close(isMeant: (session: Session | null) => boolean, code: number, reason: string): Promise<void> {
    const meant = [...this.#open].filter(([, { session }]) => isMeant(session)).map(([socket]) => socket)
    await Promise.all(meant.map((socket) => closeOrCut(socket, code, reason)))
  }

  count(): number {
    return this.#open.size
  }

  countByPath(): Map<string, number> {
    const counts = new Map(this.#paths.map((path) => [path, 0]))
    for (const { path } of this.#open.values()) counts.set(path, (counts.get(path) ?? 0) + 1)
    return counts
  }
}

async function closeOrCut(socket: WebSocket, code: number, reason: string): Promise<void> {
  const cut = setTimeout(() => socket.terminate(), CLOSE_LIMIT_MS)
  // Not events.once: that rejects at an `error`, after which `close` is still to come.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.close(code, reason)
  await closed
  clearTimeout(cut)
}
