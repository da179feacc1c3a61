import { once } from 'node:events'
import { ToneSource } from '@carillon/testkit/source'
import { WebSocket } from 'ws'
import { expect, test } from '../support/fixtures.ts'

type Status = { type: string; isLive: boolean; listenerCount: number; broadcastId: number | null }

/** A visitor on /ws/listener; `last` is the newest status it was told. */
async function join(url: string): Promise<{ socket: WebSocket; last: () => Status | null }> {
  const socket = new WebSocket(url)
  let last: Status | null = null
  socket.on('message', (data) => {
    const text = data.toString()
    if (text.startsWith('{')) last = JSON.parse(text)
  })
  await once(socket, 'open')
  return { socket, last: () => last }
}

test.describe('/ws/listener', () => {
  test('[ON11] tells at once whether the station is live, and tells again when that changes', async ({
    station,
  }) => {
    const dj = await station.newMember('DJ')
    const { socket, last } = await join(station.socketUrl('/ws/listener'))
    await expect.poll(() => last()?.isLive).toBe(false)
    const id = await dj.api.goLive()
    const source = await ToneSource.start(station, dj, id)
    await expect.poll(() => last()?.isLive).toBe(true)
    expect(last()).toMatchObject({ type: 'STREAM_STATUS', broadcastId: id })
    source.close()
    await dj.api.data('POST', `/api/broadcasts/${id}/end`)
    await expect.poll(() => last()?.isLive).toBe(false)
    socket.close()
  })

  test('[ON4] START_LISTENING counts a listener and STOP_LISTENING takes it back', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive()
    const source = await ToneSource.start(station, dj, id)
    const { socket, last } = await join(station.socketUrl('/ws/listener'))
    const listenerId = crypto.randomUUID()
    const say = (type: string) => socket.send(JSON.stringify({ type, broadcastId: id, listenerId }))
    say('START_LISTENING')
    await expect.poll(() => last()?.listenerCount).toBe(1)
    say('STOP_LISTENING')
    await expect.poll(() => last()?.listenerCount).toBe(0)
    source.close()
    socket.close()
  })

  test('[ON12] nonsense from one visitor takes nothing from another', async ({ station }) => {
    const rude = await join(station.socketUrl('/ws/listener'))
    const quietClient = await join(station.socketUrl('/ws/listener'))
    rude.socket.on('error', () => {})
    for (const nonsense of ['{', '[]', '{"type":"SHOUT"}', 'x'.repeat(200_000)]) rude.socket.send(nonsense)
    rude.socket.send(Buffer.alloc(1000))
    quietClient.socket.send('ping')
    const [answer] = await once(quietClient.socket, 'message')
    expect(answer.toString()).toMatch(/pong|STREAM_STATUS/)
    expect(quietClient.socket.readyState).toBe(WebSocket.OPEN)
    quietClient.socket.close()
    rude.socket.terminate()
  })
})
