import { isBroadcaster } from '@carillon/contract/policies'
import { describe, expect, test } from 'vitest'
import { isMine, mayCancel, mayEdit, type Viewer } from './mine.ts'
import { anItem } from './testing.ts'

const show = anItem(1, '2026-11-20T12:00:00.000Z', '2026-11-20T14:00:00.000Z', { ownerIds: [3] })
const own: Viewer = { id: 3, role: 'DJ' }
const other: Viewer = { id: 4, role: 'DJ' }
const admin: Viewer = { id: 1, role: 'ADMIN' }
const moderator: Viewer = { id: 3, role: 'MODERATOR' }

describe('who may plan', () => {
  test('[SC12] DJs plan and change their own shows, administrators all, nobody else any', () => {
    const viewers = [own, other, admin, moderator, null]
    expect(viewers.map(isBroadcaster)).toEqual([true, true, true, false, false])
    expect(viewers.map((viewer) => mayEdit(show, viewer))).toEqual([true, false, true, false, false])
    expect(viewers.map((viewer) => isMine(show, viewer))).toEqual([true, false, false, false, false])
  })

  test('[SC12] what is on air, tested or over cannot be cancelled, what is over not be changed', () => {
    const statuses = ['SCHEDULED', 'TESTING', 'LIVE', 'ENDED'] as const
    const may = statuses.map((status) => [
      mayEdit({ ...show, status }, own),
      mayCancel({ ...show, status }, own),
    ])
    expect(may).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ])
  })
})
