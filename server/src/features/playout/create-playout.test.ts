import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { createPlayout } from './create-playout.ts'
import type { SoundingItem } from './ports.ts'
import type { PlayoutTables } from './table.ts'

let place: Awaited<ReturnType<typeof openShowPlace<PlayoutTables>>>
/** Items that were cut, in order. */
let withdrawn: number[]
/** Called when the database has answered which of the recordings may be played. */
let onAnswer: () => void
let sounding: SoundingItem | null

/** The playout of one of two instances. */
function open() {
  const asked = new WeakSet<object>()
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node)
      if (text.includes('live_only') && !text.includes('scheduled_replays')) asked.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (asked.has(queryId)) onAnswer()
      return result
    },
  }
  const playout = createPlayout({
    db: place.db.withPlugin(listening),
    clock: place.clock,
    timeZone: 'Asia/Manila',
    dataDir: '/nowhere',
    instanceUrl: () => 'http://here',
    library: {
      find: async () => null,
      findBed: async () => null,
      listPlaylists: async () => [],
      listShorts: async () => [],
    },
    onSwitched: () => undefined,
    onWithdrawn: () => withdrawn.push(sounding?.broadcastId ?? 0),
    onFault: () => undefined,
    onChanged: () => undefined,
    onError: (error) => expect.fail(String(error)),
  })
  const begin = (broadcastId: number) => {
    sounding = {
      kind: 'REPLAY',
      title: 'Harana Hour',
      artist: null,
      itemId: null,
      broadcastId,
      durationMs: 60_000,
      firstAiredAtMs: 0,
      startedAtMs: 0,
    }
    playout.port.onBegin(sounding, 0)
  }
  const endItem = () => sounding && playout.port.onEnd(sounding, 'CUT')
  return { ...playout, begin, endItem }
}

/** A recording that is held at this address. */
async function record(holder = 'http://here'): Promise<number> {
  const id = await place.goLive(await place.person('DJ'))
  await place.endLive()
  await sql`INSERT INTO recordings (broadcast_id, bytes, duration_ms, peaks, recorded_at, holder)
    VALUES (${id}, 1, 60000, '', now(), ${holder})`.execute(place.db)
  return id
}

const hide = (id: number) =>
  sql`UPDATE broadcasts SET recording_public = false WHERE id = ${id}`.execute(place.db)

describe.each(ENGINES)('the playout on %s', (engine) => {
  beforeAll(async () => {
    place = await openShowPlace<PlayoutTables>(engine)
  })
  afterAll(() => place.close())
  beforeEach(() => {
    withdrawn = []
    sounding = null
    onAnswer = () => undefined
  })

  it('[SP8] a replay of the rules is cut when another instance hid, marked or deleted its recording', async () => {
    const changes = {
      hidden: hide,
      'live only': (id: number) =>
        sql`UPDATE broadcasts SET live_only = true WHERE id = ${id}`.execute(place.db),
      deleted: (id: number) =>
        sql`UPDATE recordings SET deleted_at = now() WHERE broadcast_id = ${id}`.execute(place.db),
    }
    for (const [what, change] of Object.entries(changes)) {
      const playout = open()
      const id = await record()
      playout.begin(id)
      await playout.follow()
      expect([what, withdrawn]).toEqual([what, []])
      await change(id)
      await playout.follow()
      expect([what, withdrawn]).toEqual([what, [id]])
      withdrawn = []
    }
  })

  it('[SP8] one of which a newer version is only elsewhere goes on', async () => {
    const playout = open()
    playout.begin(await record('http://there'))
    await playout.follow()
    await playout.onRecordingChanged()
    expect(withdrawn).toEqual([])
  })

  it('[SP8] what has begun meanwhile is not cut in its place', async () => {
    const playout = open()
    const [hidden, other] = [await record(), await record()]
    playout.begin(hidden)
    await playout.settled()
    await hide(hidden)
    onAnswer = () => {
      if (sounding?.broadcastId !== hidden) return
      playout.endItem()
      playout.begin(other)
    }
    await playout.onRecordingChanged()
    await playout.settled()
    expect(withdrawn).toEqual([])
  })

  it('[SP8] one that became private after it was chosen is cut as it begins', async () => {
    const playout = open()
    const id = await record()
    await hide(id)
    playout.begin(id)
    await playout.settled()
    expect(withdrawn).toEqual([id])
  })
})
