import { connected, createClient, send, subscribe, WAYS } from '@carillon/testkit/stomp-client'
import { expect, test } from '../support/fixtures.ts'

for (const way of WAYS) {
  test(`[RT21] the official clients connect, subscribe, send, receive and disconnect over ${way}`, async ({
    station,
  }) => {
    const [dj, listener] = [await station.newMember('DJ'), await station.newMember('LISTENER')]
    const id = await dj.api.goLive()
    const client = createClient(station.origin, way, listener.api.token)
    await connected(client)
    expect(client.connectedVersion).toBe('1.2')

    const received: string[] = []
    const destination = `/topic/broadcast/${id}/chat`
    await subscribe(client, destination, ({ body }) => received.push(JSON.parse(body).message.content))
    const content = `Magandang gabi, Niña 🔔 over ${way}`
    await send(client, `/app/broadcast/${id}/message`, { type: 'CHAT', data: { content } })
    await expect.poll(() => received).toEqual([content])

    const gone = Promise.withResolvers<void>()
    client.onWebSocketClose = () => gone.resolve()
    await client.deactivate()
    await gone.promise
    await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  })
}
