import { ANNOUNCEMENT_STATUSES } from '@carillon/contract/announcements/schemas'
import { expect, test } from 'vitest'
import { anAnnouncement, MIA, MIKAEL } from '../testing.tsx'
import { actsOn } from './actions.ts'

const offered = (
  status: (typeof ANNOUNCEMENT_STATUSES)[number],
  createdBy: typeof MIA | typeof MIKAEL,
  viewer: typeof MIA | typeof MIKAEL,
  pinned = false,
) => {
  const { first, menu } = actsOn(anAnnouncement({ status, createdBy, pinned }), viewer)
  return [...first, ...menu].sort().join(' ')
}

test.each([
  ['DRAFT', 'archive delete edit publish reject schedule'],
  ['SCHEDULED', 'archive delete edit publish reject schedule'],
  ['PUBLISHED', 'archive delete edit pin'],
  ['REJECTED', 'archive delete edit'],
  ['ARCHIVED', 'delete edit unarchive'],
] as const)('[AV6] staff with one that is %s: %s', (status, acts) => {
  expect(offered(status, MIKAEL, MIA)).toBe(acts)
})

test.each([
  ['DRAFT', 'delete edit'],
  ['SCHEDULED', ''],
  ['PUBLISHED', ''],
  ['REJECTED', 'delete edit resubmit'],
  ['ARCHIVED', ''],
] as const)('[AV6] a DJ with one of their own that is %s: %s', (status, acts) => {
  expect(offered(status, MIKAEL, MIKAEL)).toBe(acts)
})

test.each(ANNOUNCEMENT_STATUSES)('[AV6] a DJ may do nothing with another’s that is %s', (status) => {
  expect(offered(status, MIA, MIKAEL)).toBe('')
})

test('[AV6] staff resubmit their own, and unpin what is pinned', () => {
  expect(offered('REJECTED', MIA, MIA)).toBe('archive delete edit resubmit')
  expect(offered('PUBLISHED', MIA, MIA, true)).toBe('archive delete edit unpin')
})
