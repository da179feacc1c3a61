import { REALTIME_PATH } from '@carillon/contract/destination'
import type { RawData, WebSocket } from 'ws'
import { AppError } from '../http/app-error.ts'
import { messageBytes } from '../http/message-bytes.ts'
import { type Handshake, type Upgrade, upgrade } from '../http/upgrade.ts'
import { websocketText } from './batch.ts'
import { OPEN_FRAME, readMessages } from './sockjs/frames.ts'
import { sessionNameOf } from './sockjs/paths.ts'
import { type WebsocketForm, WebsocketWire } from './websocket-wire.ts'
import type { Inbox, Transport } from './wire.ts'

/** Room for a frame of the largest size inside the escapes of JSON; more closes the socket with 1009. */
const MAX_MESSAGE_BYTES = 64 * 1024
const UNREADABLE = 1007
const RETRY_WHEN_FULL_SECONDS = 10

const OPEN = websocketText(OPEN_FRAME)

/** The websockets of the realtime connection: as they are, and inside SockJS. */
export function websocketUpgrades(transport: Transport): Upgrade[] {
  const requireRoom = () => {
    if (!transport.hasRoom())
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
  }
  const shared = { access: 'public', maxPayloadBytes: MAX_MESSAGE_BYTES } as const
  return [
    upgrade({
      ...shared,
      path: `${REALTIME_PATH}/websocket`,
      authorise: requireRoom,
      accept: (socket, handshake) => accept(transport, socket, handshake, 'websocket'),
    }),
    upgrade({
      ...shared,
      path: `${REALTIME_PATH}/:server/:session/websocket`,
      authorise: ({ url }) => {
        if (!sessionNameOf(url.pathname)) throw new AppError('NOT_FOUND')
        requireRoom()
      },
      accept: (socket, handshake) => accept(transport, socket, handshake, 'sockJsWebsocket'),
    }),
  ]
}

function accept(
  transport: Transport,
  socket: WebSocket,
  { request: { socket: stream }, session }: Pick<Handshake, 'request' | 'session'>,
  form: WebsocketForm,
): void {
  const { now, onStalled } = transport
  const wire = new WebsocketWire({ socket, stream, form, nowMs: now(), onStalled })
  if (form === 'sockJsWebsocket') stream.write(OPEN)
  const inbox = transport.open(wire, session)
  const take = form === 'sockJsWebsocket' ? takeSockJs : takePlain
  socket.on('message', (data) => {
    wire.heard(now())
    if (!take(inbox, data)) wire.close(UNREADABLE, 'Broken framing.')
  })
  socket.on('pong', () => wire.heard(now()))
  socket.on('close', () => inbox.gone())
}

function takePlain(inbox: Inbox, data: RawData): boolean {
  inbox.receive(messageBytes(data))
  return true
}

/** False when it is no SockJS message. An empty one means nothing: SockJS 0.3.3, "Websocket". */
function takeSockJs(inbox: Inbox, data: RawData): boolean {
  const text = messageBytes(data).toString()
  if (text === '') return true
  const messages = readMessages(text)
  for (const message of messages ?? []) inbox.receive(Buffer.from(message))
  return messages !== null
}
