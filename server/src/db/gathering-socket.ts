import { Socket } from 'node:net'

/** A connection whose writes of one turn of the event loop leave together: statements that are asked for at once. */
export function createGatheringSocket(): Socket {
  const socket = new Socket()
  const write = socket.write
  let isGathering = false
  const release = () => {
    isGathering = false
    socket.uncork()
  }
  socket.write = (...args: unknown[]) => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      process.nextTick(release)
    }
    return Reflect.apply(write, socket, args)
  }
  return socket
}
