import { createBroadcast, getBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getHandOver, handOver, standBy } from '@carillon/contract/broadcasts/hand-over'
import { expect, it } from 'vitest'
import { headOf } from './support/encoder.ts'
import { dj, goLive, id, onAir, password, refusal, station, useEncoderShow } from './support/encoder-show.ts'
import { perform } from './support/fake-recorder.ts'

const LIMIT = { timeout: 60_000 }

useEncoderShow()

// Slow: ten seconds of real sound.
it('[HO18] an encoder hands over, is let go, and its show takes it no more', LIMIT, async () => {
  await goLive()
  const encoder = await onAir()
  const jana = await station.as('DJ', 'Jana')
  const to = (await station.call(createBroadcast, { as: jana, body: { title: 'Night Owls' } })).data.id
  await station.call(standBy, { as: jana, params: { id: to } })
  const recorder = await perform(station, jana.token, to)
  const isReady = async () => (await station.call(getHandOver, { as: dj, params: { id } })).data.next?.isReady
  await expect.poll(isReady, LIMIT).toBe(true)
  expect((await station.call(handOver, { as: dj, params: { id }, body: { to } })).status).toBe(200)
  expect((await station.call(getBroadcast, { as: dj, params: { id: to } })).data.status).toBe('LIVE')
  await encoder.ended
  expect(await refusal(headOf(password))).toBe('409 WRONG_STATE')
  recorder.stop()
})
