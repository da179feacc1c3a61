import { expect, test } from '../support/fixtures.ts'
import { connected, createClient, send, subscribe, WAYS } from '../support/stomp-client.ts'

for (const way of WAYS) {
  test(`[RT21] the official clients connect, subscribe, send, receive and disconnect over ${way}`, async ({
    station,
  }) => {
    const [dj, listener] = [await station.newMember('DJ'), await station.newMember('LISTENER')]
    const id = await dj.api.goLive()
    const client = createClient(station.origin, way, listener.api.token)
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
