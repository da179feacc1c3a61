import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BroadcastCalls } from './broadcast-calls.ts'
import { DraftShow } from './draft-show.ts'

const show = { title: 'Harana Hour', description: '', slotId: null }

let asked: string[]
let draft: DraftShow

beforeEach(() => {
  asked = []
  const station: Pick<BroadcastCalls, 'create' | 'update' | 'setRecordingPublic' | 'remove' | 'upcoming'> = {
    upcoming: async () => [],
    async create({ title }) {
      asked.push(`create ${title}`)
      return { id: 7 } as Broadcast
    },
    async update(id, { title }) {
      asked.push(`update ${id} ${title}`)
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
