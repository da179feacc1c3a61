import { Client, type IMessage } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { WebSocket } from 'ws'
import { expect, test } from '../support/fixtures.ts'
import type { Member, Station } from '../support/station.ts'

type Way = 'raw websocket' | 'websocket' | 'xhr-streaming' | 'xhr-polling'
const WAYS: Way[] = ['raw websocket', 'websocket', 'xhr-streaming', 'xhr-polling']

/** The official client over one transport, the official SockJS client below it. */
function createClient(station: Station, way: Way, member: Member): Client {
  const open = () =>
    way === 'raw websocket'
      ? new WebSocket(station.socketUrl('/ws-radio/websocket'))
      : new SockJS(`${station.origin}/ws-radio`, null, { transports: [way] })
  return new Client({
    // Both are what a browser's WebSocket is, as far as the client uses it.
    webSocketFactory: () => open() as unknown as globalThis.WebSocket,
    connectHeaders: { Authorization: `Bearer ${member.api.token}` },
    reconnectDelay: 0,
  })
}

async function connected(client: Client): Promise<void> {
  const settled = Promise.withResolvers<void>()
  client.onConnect = () => settled.resolve()
  client.onStompError = ({ headers }) => settled.reject(new Error(headers.message))
  client.onWebSocketError = () => settled.reject(new Error('no connection'))
  client.activate()
  await settled.promise
}

/** What is subscribed to, once the station has said so. */
async function subscribe(client: Client, destination: string, onMessage: (message: IMessage) => void) {
  const settled = Promise.withResolvers<void>()
  client.watchForReceipt('subscribed', () => settled.resolve())
  client.subscribe(destination, onMessage, { receipt: 'subscribed' })
  await settled.promise
}

async function send(client: Client, destination: string, body: object): Promise<void> {
  const settled = Promise.withResolvers<void>()
  client.watchForReceipt('sent', () => settled.resolve())
  client.publish({ destination, body: JSON.stringify(body), headers: { receipt: 'sent' } })
  await settled.promise
}

for (const way of WAYS) {
  test(`[RT21] the official clients connect, subscribe, send, receive and disconnect over ${way}`, async ({
    station,
  }) => {
    const [dj, listener] = [await station.newMember('DJ'), await station.newMember('LISTENER')]
    const id = await dj.api.goLive()
    const client = createClient(station, way, listener)
    await connected(client)
    expect(client.connectedVersion).toBe('1.2')

    const heard: string[] = []
    const destination = `/topic/broadcast/${id}/chat`
    await subscribe(client, destination, ({ body }) => heard.push(JSON.parse(body).message.content))
    const content = `Magandang gabi, Niña 🔔 over ${way}`
    await send(client, `/app/broadcast/${id}/message`, { type: 'CHAT', data: { content } })
    await expect.poll(() => heard).toEqual([content])

    const gone = Promise.withResolvers<void>()
    client.onWebSocketClose = () => gone.resolve()
    await client.deactivate()
    await gone.promise
    await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  })
}
