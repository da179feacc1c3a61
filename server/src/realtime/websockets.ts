import { REALTIME_PATH } from '@carillon/contract/destination'
import type { RawData, WebSocket } from 'ws'
import { messageBytes } from '../http/message-bytes.ts'
import { ownOrigin } from '../http/origin.ts'
import { type Handshake, type Upgrade, upgrade } from '../http/upgrade.ts'
import { AppError } from '../kernel/app-error.ts'
import { websocketText } from './batch.ts'
import { OPEN_FRAME, readMessages } from './sockjs/frames.ts'
import { sessionNameOf } from './sockjs/paths.ts'
import { type WebsocketForm, WebsocketWire } from './websocket-wire.ts'
import { type Caller, type Inbox, MAX_MESSAGE_BYTES, type Transport } from './wire.ts'

const UNREADABLE = 1007
/** IANA's registry of close codes: the server is overloaded. */
const TRY_AGAIN_LATER = 1013

const OPEN = websocketText(OPEN_FRAME)

/** The websockets of the realtime connection: as they are, and inside SockJS. */
export function websocketUpgrades(transport: Transport): Upgrade[] {
  const shared = { access: 'public', maxPayloadBytes: MAX_MESSAGE_BYTES } as const
  return [
    upgrade({
      ...shared,
      path: `${REALTIME_PATH}/websocket`,
      authorise: (handshake) => transport.requireRoom(handshake),
      accept: (socket, handshake) => accept(transport, socket, handshake, 'websocket'),
    }),
    upgrade({
      ...shared,
      path: `${REALTIME_PATH}/:server/:session/websocket`,
      authorise: (handshake) => {
        if (!sessionNameOf(handshake.url.pathname)) throw new AppError('NOT_FOUND')
        transport.requireRoom(handshake)
      },
      accept: (socket, handshake) => accept(transport, socket, handshake, 'sockJsWebsocket'),
    }),
  ]
}

function accept(
  transport: Transport,
  socket: WebSocket,
  { request: { socket: stream, headers }, session, address, host }: Handshake,
  form: WebsocketForm,
): void {
  const { now, onStalled } = transport
  const wire = new WebsocketWire({ socket, stream, form, now, onStalled })
  const inbox = openInbox(transport, wire, { session, address, origin: ownOrigin(headers, host) })
  if (!inbox) {
    socket.close(TRY_AGAIN_LATER, 'Too many connections')
    return
  }
  if (form === 'sockJsWebsocket') stream.write(OPEN)
  const take = form === 'sockJsWebsocket' ? takeSockJs : takePlain
  socket.on('message', (data) => {
    if (!take(inbox, data)) wire.close(UNREADABLE, 'Broken framing.')
  })
  for (const kind of ['ping', 'pong'] as const)
    socket.on(kind, (payload: Buffer) => wire.received(payload.length))
  socket.on('close', () => inbox.gone())
}

/** Null where the last place was taken between the handshake's check and its end. */
function openInbox(transport: Transport, wire: WebsocketWire, caller: Caller): Inbox | null {
  try {
    return transport.open(wire, caller)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
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
