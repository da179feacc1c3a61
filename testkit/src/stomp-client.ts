import { Client, type IMessage } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { WebSocket } from 'ws'

export const WAYS = ['raw websocket', 'websocket', 'xhr-streaming', 'xhr-polling'] as const
export type Way = (typeof WAYS)[number]

/** The official client over one transport, the official SockJS client below it; without a token, a visitor's. It comes back `reconnectDelayMs` after a loss; 0: never. */
export function createClient(
  origin: string,
  way: Way,
  token: string | null = null,
  reconnectDelayMs = 0,
): Client {
  const open = () =>
    way === 'raw websocket'
      ? new WebSocket(`${origin.replace(/^http/, 'ws')}/ws-radio/websocket`)
      : new SockJS(`${origin}/ws-radio`, null, { transports: [way] })
  return new Client({
    // Both are what a browser's WebSocket is, as far as the client uses it.
    webSocketFactory: () => open() as unknown as globalThis.WebSocket,
    connectHeaders: token ? { Authorization: `Bearer ${token}` } : {},
    reconnectDelay: reconnectDelayMs,
  })
}

/** Opens the connection; rejects with the station's words when it is refused. */
export async function connected(client: Client): Promise<void> {
  const settled = Promise.withResolvers<void>()
  client.onConnect = () => settled.resolve()
  client.onStompError = ({ headers }) => settled.reject(new Error(headers.message))
  client.onWebSocketError = () => settled.reject(new Error('no connection'))
  // SockJS reports no errors: where it finds no server, it closes.
  client.onWebSocketClose = () => settled.reject(new Error('no connection'))
  client.activate()
  await settled.promise
}

/** Confirmed subscriptions. */
export async function subscribe(
  client: Client,
  destination: string,
  onMessage: (message: IMessage) => void,
): Promise<void> {
  const settled = Promise.withResolvers<void>()
  client.watchForReceipt('subscribed', () => settled.resolve())
  client.subscribe(destination, onMessage, { receipt: 'subscribed' })
  await settled.promise
}

/** Resolves when the station has done it. */
export async function send(
  client: Client,
  destination: string,
  body: object,
  receipt = 'sent',
): Promise<void> {
  const settled = Promise.withResolvers<void>()
  client.watchForReceipt(receipt, () => settled.resolve())
  client.publish({ destination, body: JSON.stringify(body), headers: { receipt } })
  await settled.promise
}
