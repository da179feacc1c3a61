import type { Socket } from 'node:net'

/** Time for a peer to end its side. */
const CLOSE_TIMEOUT_MS = 1_000

/** Ends a connection with the last words to its program; what still comes in is not looked at. */
export function closeConnection(socket: Socket, farewell: string): void {
  socket.resume()
  socket.end(farewell)
  const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}
