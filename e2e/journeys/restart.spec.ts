import { Station } from '@carillon/testkit/station'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { giveListenerProbes, isSilent, waitForTone } from '../support/listener-probe.ts'
import { pressPlay } from '../support/player.ts'
import { expectOnAir, goLive, openStudio } from '../support/studio.ts'
import { toneFile } from '../support/wav.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 2)
const BACK_WITHIN_MS = 20_000
const TONE_HZ = 440

// Slow: the station starts again, twice, while the page has to run out of sound and come back.
test('[ON24] after kill -9 on air, DJ and listener are back by themselves in the same broadcast', async ({
  openChromium,
}) => {
  test.setTimeout((60 + ROUNDS * 60) * 1000)
  const station = await Station.start()
  const dj = await station.newMember('DJ')
  const studioContext = await contextOf(await openChromium({ microphone: toneFile(TONE_HZ) }), dj)
  const studio = await studioContext.newPage()
  await openStudio(studio, station.origin)
  await goLive(studio)
  const listenerContext = await contextOf(await openChromium(), null)
  await giveListenerProbes(listenerContext)
  const listener = await listenerContext.newPage()
  await listener.goto(station.origin)
  await pressPlay(listener)
  await waitForTone(listener, TONE_HZ)
  const live = async () =>
    (await dj.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')).map(({ id }) => id)
  const before = await live()

  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await dj.api.data<{ id: number }>('POST', '/api/broadcasts', { title: `Round ${round}` })
    await station.killServer()
    await expect.poll(() => isSilent(listener), { timeout: 15_000 }).toBe(true)
    await station.startServer()
    const restartedAt = performance.now()
    await waitForTone(listener, TONE_HZ, BACK_WITHIN_MS)
    seconds.push((performance.now() - restartedAt) / 1000)
    await expectOnAir(studio)
    expect(await live()).toEqual(before)
    expect((await dj.api.data<{ id: number }>('GET', `/api/broadcasts/${id}`)).id).toBe(id)
  }
  test
    .info()
    .annotations.push({ type: 'seconds until back', description: seconds.map((s) => s.toFixed(1)).join(' ') })
  await station.close()
})
