import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** The limit: what one sends goes to everybody, and nothing else happens. Tells its parent the port. */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (data: Buffer) => {
    for (const each of server.clients)
      if (each.readyState === WebSocket.OPEN) each.send(data, { binary: false })
  })
})
server.on('listening', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
