import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { BroadcastCalls } from './broadcast-calls.ts'
import { DraftShow } from './draft-show.ts'

const show = { title: 'Harana Hour', description: '', slotId: null }

let asked: string[]
let end: string | undefined
let draft: DraftShow

beforeEach(() => {
  asked = []
  const station: Pick<BroadcastCalls, 'create' | 'update' | 'setRecordingPublic' | 'remove' | 'upcoming'> = {
    upcoming: async () => [],
    async create({ title }) {
      asked.push(`create ${title}`)
      return { id: 7 } as Broadcast
    },
    async update(id, { title, scheduledEnd }) {
      asked.push(`update ${id} ${title}`)
      end = scheduledEnd
      return { id } as Broadcast
    },
    async setRecordingPublic(id, isPublic) {
      asked.push(`${isPublic ? 'publish' : 'hide'} ${id}`)
    },
    async remove(id) {
      asked.push(`remove ${id}`)
    },
  }
  draft = new DraftShow(station)
})

describe('draft of a show', () => {
  it('[DJ33] two presses make one broadcast, with the latest title', async () => {
    await draft.prepare(show)
    await draft.prepare({ ...show, title: 'Tambay' })
    expect(asked).toEqual(['create Harana Hour', 'update 7 Tambay'])
  })

  it('[DJ961] one with the password of an encoder outlives a test of it', async () => {
    await draft.prepareForEncoder(show)
    await draft.settle({ id: 7, status: 'SCHEDULED' })
    expect([asked, draft.made.get()]).toEqual([['create Harana Hour'], 7])
    await draft.discard()
    expect(asked).toEqual(['create Harana Hour', 'remove 7'])
  })

  it('[DJ961] a draft that goes out later ends as late as one that is made then', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00.000Z') })
    onTestFinished(() => void vi.useRealTimers())
    await draft.prepare(show)
    vi.setSystemTime(Date.parse('2026-11-20T11:00:00.000Z'))
    await draft.prepare(show)
    expect(end).toBe('2026-11-20T21:00:30.000')
    await draft.prepare({
      ...show,
      scheduledStart: '2026-11-20T19:00:30',
      scheduledEnd: '2026-11-20T23:00:30',
    })
    expect(end).toBe('2026-11-20T23:00:30')
  })

  it('[WR201] a draft that was made with the other choice about its recording takes the new one', async () => {
    await draft.prepare({ ...show, isRecordingPublic: false })
    await draft.prepare({ ...show, isRecordingPublic: false })
    await draft.prepare(show)
    const update = 'update 7 Harana Hour'
    expect(asked).toEqual(['create Harana Hour', update, 'publish 7', update])
  })

  it('[DJ33] a slot of the schedule is used as it is', async () => {
    expect(await draft.prepare({ ...show, slotId: 4 })).toBe(4)
    await draft.discard()
    expect(asked).toEqual(['update 4 Harana Hour'])
  })

  it('[DJ33] a draft that never went out leaves the schedule, one that did stays', async () => {
    await draft.prepare(show)
    await draft.discard()
    await draft.discard()
    await draft.prepare(show)
    await draft.settle({ id: 7, status: 'ENDED' })
    await draft.discard()
    expect(asked).toEqual(['create Harana Hour', 'remove 7', 'create Harana Hour'])
  })

  it('[DJ33] a show made for its test alone leaves the schedule after it, another one stays', async () => {
    await draft.prepare(show)
    await draft.settle({ id: 4, status: 'SCHEDULED' })
    expect(asked).toEqual(['create Harana Hour'])
    await draft.settle({ id: 7, status: 'SCHEDULED' })
    expect(asked).toEqual(['create Harana Hour', 'remove 7'])
  })
})
