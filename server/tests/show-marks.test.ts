import * as broadcasts from '@carillon/contract/broadcasts/endpoints'
import * as handOvers from '@carillon/contract/broadcasts/hand-over'
import { listMarks } from '@carillon/contract/broadcasts/marks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeRecorder, perform } from './support/fake-recorder.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const LIMIT = { timeout: 300_000 }
let station: TestStation
let mikael: Member
let jana: Member
let recorders: FakeRecorder[] = []

beforeAll(async () => {
  station = await startStation()
  mikael = await station.as('DJ', 'Mikael')
  jana = await station.as('DJ', 'Jana')
})
afterEach(async () => {
  for (const recorder of recorders) recorder.stop()
  recorders = []
  for (const { id } of (await station.call(broadcasts.liveBroadcasts)).data) await end(id)
})
afterAll(() => station.close())

async function plan(as: Member, title: string, unlisted = false): Promise<number> {
  return (await station.call(broadcasts.createBroadcast, { as, body: { title, unlisted } })).data.id
}
async function goLive(): Promise<number> {
  const id = await plan(mikael, 'Harana Hour')
  await station.call(broadcasts.startBroadcast, { as: mikael, params: { id } })
  return id
}
async function send(as: Member, id: number): Promise<FakeRecorder> {
  const recorder = await perform(station, as.token, id)
  recorders.push(recorder)
  return recorder
}
const end = (id: number) => station.call(broadcasts.endBroadcast, { as: station.admin, params: { id } })
const show = async (id: number) => (await station.call(broadcasts.getBroadcast, { params: { id } })).data
const ask = (id: number, as: Member | null = null) => station.call(listMarks, { as, params: { id } })
const marks = async (id: number) => (await ask(id)).data

describe('marks of a show', () => {
  it('[BR208] anybody reads from which show it took over', LIMIT, async () => {
    const from = await goLive()
    const to = await plan(jana, 'Night Owls')
    expect(await marks(from)).toEqual([])
    await station.call(handOvers.standBy, { as: jana, params: { id: to } })
    expect(await marks(to)).toEqual([])
    await send(jana, to)
    const order = { as: mikael, params: { id: from }, body: { to } }
    await expect.poll(async () => (await station.call(handOvers.handOver, order)).status, LIMIT).toBe(200)
    const { actualStart } = await show(to)
    expect(await marks(to)).toEqual([{ type: 'TAKEN_OVER', at: actualStart, title: 'Harana Hour' }])
    expect(await marks(from)).toEqual([])
  })

  it('[BR208] anybody reads when its sound was lost, and when it came back', LIMIT, async () => {
    const id = await goLive()
    const recorder = await send(mikael, id)
    await expect.poll(async () => (await station.call(broadcasts.liveHealth)).data.recovering).toBe(false)
    recorder.stop()
    const open = { type: 'SOUND_LOST', at: expect.stringMatching(/Z$/), until: null }
    await expect.poll(() => marks(id), LIMIT).toEqual([open])
    await send(mikael, id)
    const closed = { ...open, until: expect.stringMatching(/Z$/) }
    await expect.poll(() => marks(id), LIMIT).toEqual([closed])
    await end(id)
    expect(await marks(id)).toEqual([closed])
  })

  it('[BR208] those of a draft, and of a show that there is not, nobody else reads', async () => {
    const draft = await plan(mikael, 'A test', true)
    expect((await ask(draft)).status).toBe(404)
    expect((await ask(draft, jana)).status).toBe(404)
    expect((await ask(draft, mikael)).status).toBe(200)
    expect((await ask(999_999)).status).toBe(404)
  })
})
