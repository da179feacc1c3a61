import { createBroadcast, endBroadcast, getBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getHandOver, handOver, standBy } from '@carillon/contract/broadcasts/hand-over'
import { durationInSamples } from '@carillon/media/opus/packet'
import { expect, it, onTestFinished } from 'vitest'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { headOf, type Program, song } from './support/encoder.ts'
import { dj, goLive, id, onAir, password, refusal, station, useEncoderShow } from './support/encoder-show.ts'
import { pagesOf, perform } from './support/fake-recorder.ts'
import { requireOneStream } from './support/one-stream.ts'

const LIMIT = { timeout: 300_000 }

useEncoderShow()

/** A DJ's show that stands by to take over, and sends what Firefox recorded, in packets of 20 ms. */
async function standingBy() {
  const jana = await station.as('DJ', `Jana ${id}`)
  const to = (await station.call(createBroadcast, { as: jana, body: { title: 'Night Owls' } })).data.id
  await station.call(standBy, { as: jana, params: { id: to } })
  const recorder = await perform(station, jana.token, to, 'firefox-destination')
  const isReady = async () => (await station.call(getHandOver, { as: dj, params: { id } })).data.next?.isReady
  await expect.poll(isReady, LIMIT).toBe(true)
  return { to, recorder }
}

/** The program sends on, a song of 2.4 s every 2 s. */
function keepSending(encoder: Program): void {
  let songs = 1
  const timer = setInterval(() => encoder.send(song(++songs)), 2_000)
  onTestFinished(() => clearInterval(timer))
}

it(
  '[HO4] an encoder that handed over is on the air again when the sound that follows is lost',
  LIMIT,
  async () => {
    await goLive()
    const encoder = await onAir()
    keepSending(encoder)
    const { to, recorder } = await standingBy()
    const probe = new ListenerProbe(`${station.origin}/live.ogg?delay=low`)
    onTestFinished(() => probe.leave())
    const lengths = () => requireOneStream(pagesOf(probe.bytes)).map(durationInSamples)
    const isOfEncoder = (samples: number) => samples === 2_880
    await expect.poll(() => lengths().some(isOfEncoder), LIMIT).toBe(true)
    await station.call(handOver, { as: dj, params: { id }, body: { to } })
    await expect.poll(() => lengths().slice(-5).some(isOfEncoder), LIMIT).toBe(false)
    const before = lengths().length
    recorder.stop()
    await expect.poll(() => lengths().slice(before).some(isOfEncoder), LIMIT).toBe(true)
    expect(probe.isEnded).toBe(false)
    await station.call(endBroadcast, { as: station.admin, params: { id: to } })
  },
)

// Slow: ten seconds of real sound.
it('[HO18] an encoder hands over, is let go, and its show takes it no more', LIMIT, async () => {
  await goLive()
  const encoder = await onAir()
  const { to, recorder } = await standingBy()
  expect((await station.call(handOver, { as: dj, params: { id }, body: { to } })).status).toBe(200)
  expect((await station.call(getBroadcast, { as: dj, params: { id: to } })).data.status).toBe('LIVE')
  await encoder.ended
  expect(await refusal(headOf(password))).toBe('409 WRONG_STATE')
  recorder.stop()
})
