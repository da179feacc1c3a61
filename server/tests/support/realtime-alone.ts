import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createLocalBus } from '../../src/cluster/bus.ts'
import type { Session } from '../../src/http/session.ts'
import { acceptUpgrades } from '../../src/http/upgrade.ts'
import { createRealtime, type Realtime, type RealtimeOptions } from '../../src/realtime/create-realtime.ts'

/** Every token belongs to this one. */
const LISTENER: Session = { id: 1, person: { id: 7, name: 'Ana Reyes', role: 'LISTENER' } }

/** A bearer token that is accepted. */
export const TOKEN = 'x'.repeat(43)

/** The realtime connection alone, on a port of its own; it ends with the test. What is published comes as fast as the test likes. */
export async function startRealtime(
  options: Partial<RealtimeOptions> = {},
): Promise<{ realtime: Realtime; url: string }> {
  const edge = {
    authenticate: async () => LISTENER,
    translate: () => null,
    origins: { publicUrl: null, allowedOrigins: [] },
    trust: () => false,
  }
  const logger = pino({ level: 'silent' })
  const realtime = createRealtime({
    ...edge,
    message: async () => undefined,
    level: async () => undefined,
    requireSupervisor: async () => undefined,
    bus: createLocalBus(),
    log: logger,
    networkOf: (address) => address,
    now: () => performance.now(),
    ...options,
  })
  const server = createServer()
  const { upgrades } = realtime
  acceptUpgrades(server, { ...edge, upgrades, logger, isClosing: () => false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    realtime.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { realtime, url: `ws://127.0.0.1:${port}/ws-radio/websocket` }
}

/** An open websocket that has sent CONNECT and was let in; it ends with the test. */
export async function connectStomp(url: string, headers = ''): Promise<WebSocket> {
  const socket = new WebSocket(url)
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  socket.send(`CONNECT\naccept-version:1.2\nhost:station\n${headers}\n\0`)
  await once(socket, 'message')
  return socket
}
