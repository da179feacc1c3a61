import { handshakeStatus, openSourceSocket, ToneSource } from '@carillon/testkit/source'
import { expect, test } from '../support/fixtures.ts'

test.describe('/ws/live', () => {
  test('[ON5] a ping is answered with a pong, and the server reports what it took in', async ({
    station,
  }) => {
    const dj = await station.newMember('DJ')
    const source = await ToneSource.start(station, dj, await dj.api.goLive())
    const pong = new Promise<string>((resolve) => {
      source.socket.on('message', (data, isBinary) => {
        if (!isBinary && data.toString() === 'pong') resolve('pong')
      })
    })
    source.socket.send('ping')
    expect(await pong).toBe('pong')
    await expect
      .poll(() => source.messages.findLast(({ type }) => type === 'INGEST')?.receivedBytes)
      .toBeGreaterThan(1000)
    source.close()
  })

  test('[ON6] a mono source is told why it is refused, with 4000', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const source = await ToneSource.connect(station, dj, await dj.api.goLive())
    source.play({ channels: 1 })
    const { code, reason } = await source.untilClosed()
    expect(code).toBe(4000)
    expect(reason).toContain('Low-quality input audio detected (requires stereo and >= 44.1 kHz)')
  })

  test('[ON7] bytes that are no recording close the socket with 4400, a huge frame with 1009', async ({
    station,
  }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive()
    const noise = await ToneSource.connect(station, dj, id)
    for (let frame = 0; frame < 20 && !noise.closed; frame += 1) noise.socket.send(Buffer.alloc(50_000, 0x5a))
    expect((await noise.untilClosed()).code).toBe(4400)
    const huge = await ToneSource.connect(station, dj, id)
    huge.socket.send(Buffer.alloc(1024 * 1024, 0x1a))
    expect((await huge.untilClosed()).code).toBe(1009)
  })

  test('[ON8] the same DJ from elsewhere takes over, and the old tab is told 4002', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive()
    const old = await ToneSource.start(station, dj, id)
    const next = await ToneSource.start(station, dj, id)
    expect((await old.untilClosed()).code).toBe(4002)
    expect(next.closed).toBeNull()
    next.close()
  })

  test('[ON9] ending the broadcast closes its source with 4003 and keeps it away', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive()
    const source = await ToneSource.start(station, dj, id)
    await dj.api.data('POST', `/api/broadcasts/${id}/end`)
    expect((await source.untilClosed()).code).toBe(4003)
    expect(await handshakeStatus(openSourceSocket(station, id, dj.api.token))).toBe(409)
  })

  test('[ON10] a handshake from another site is refused', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive()
    const foreign = { origin: 'https://elsewhere.example' }
    expect(await handshakeStatus(openSourceSocket(station, id, dj.api.token, foreign))).toBe(403)
  })
})
