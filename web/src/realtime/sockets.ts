import { REALTIME_PATH } from '@carillon/contract/destination'
import type { Socket } from './link.ts'
import type { Transport } from './reconnect.ts'

const TRANSPORTS = ['websocket', 'xhr-streaming', 'xhr-polling']
/** A websocket that says nothing for this long is held back by something on the way. */
const WEBSOCKET_OPEN_LIMIT_MS = 5_000

/** Opens a socket to the station of this page. SockJS is fetched only when it is needed. Rejects when the station does not answer. */
export function openSocket(transport: Transport): Promise<Socket> {
  return transport === 'websocket' ? openWebSocket() : openSockJs()
}

async function openWebSocket(): Promise<Socket> {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${REALTIME_PATH}/websocket`)
  const limit = setTimeout(() => socket.close(), WEBSOCKET_OPEN_LIMIT_MS)
  for (const type of ['open', 'close']) socket.addEventListener(type, () => clearTimeout(limit))
  return socket as unknown as Socket
}

async function openSockJs(): Promise<Socket> {
  const url = `${location.origin}${REALTIME_PATH}`
  // A station that is away would only cost the download: ask first.
  const answer = await fetch(`${url}/info`, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`The station answered with status ${answer.status}.`)
  const { default: SockJS } = await import('sockjs-client')
  return new SockJS(url, null, { transports: TRANSPORTS }) as unknown as Socket
}
