import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { beforeEach, expect, it } from 'vitest'
import { createBroadcastStart } from './broadcast-start.ts'
import type { DjParts } from './dj-parts.ts'
import { DraftShow } from './draft-show.ts'

const PLAN = { title: 'Harana Hour', description: '', slotId: null }

let removed: number[]
let draft: DraftShow
let start: () => Promise<void>

/** A station that lets nobody go live: another show is on air. */
beforeEach(() => {
  removed = []
  const calls = {
    create: async () => ({ id: 7 }) as Broadcast,
    update: async (id: number) => ({ id }) as Broadcast,
    remove: async (id: number) => removed.push(id),
    start: () => Promise.reject(new Error('Another show is on air')),
  }
  draft = new DraftShow(calls as unknown as DjParts['calls'])
  const machine = { state: { get: () => ({ name: 'setup' }) }, dispatch: () => undefined }
  const starts = createBroadcastStart({ calls, machine, draft } as unknown as DjParts)
  start = () => starts.start(PLAN, 'show', { open: async () => undefined, goOn: () => undefined })
})

it('[DJ961] a show with the password of an encoder stays when its start is refused', async () => {
  await draft.prepareForEncoder(PLAN)
  await start()
  expect([removed, draft.made.get()]).toEqual([[], 7])
})

it('[DJ33] one that was made by the start leaves the schedule then', async () => {
  await start()
  expect([removed, draft.made.get()]).toEqual([[7], null])
})
