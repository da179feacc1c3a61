import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { politeAnnouncement } from '../../../lib/announce.ts'
import { SHOW as LIVE } from '../../../testing/dashboard.ts'
import { useHandOverWords } from './use-handed-over.ts'

const SHOW = LIVE as Broadcast
const NEXT = {
  ...SHOW,
  id: 4,
  title: 'Night Shift',
  createdBy: { id: 9, name: 'Ana Cruz', role: 'DJ' },
} as Broadcast
type Air = { id: number | null; show?: Broadcast }

afterEach(() => {
  cleanup()
  politeAnnouncement.set({ id: 0, text: '' })
})

const listen = (first: Air, cameFrom?: number) =>
  renderHook(({ id, show }: Air) => useHandOverWords(id, show, cameFrom), { initialProps: first })

test('[HO207] a show that follows directly is said once it is known', () => {
  const { rerender } = listen({ id: 3, show: SHOW })
  rerender({ id: 4 })
  expect(politeAnnouncement.get().text).toBe('')
  rerender({ id: 4, show: NEXT })
  rerender({ id: 4, show: { ...NEXT } })
  expect(politeAnnouncement.get()).toEqual({ id: 1, text: 'Now: Night Shift with Ana Cruz' })
})

test('[HO207] so it is on the page of the show before, but not after a pause', () => {
  listen({ id: 4, show: NEXT }, 3)
  expect(politeAnnouncement.get().id).toBe(1)
  cleanup()
  const { rerender } = listen({ id: 3, show: SHOW })
  rerender({ id: null, show: SHOW })
  rerender({ id: 4, show: NEXT })
  expect(politeAnnouncement.get().id).toBe(1)
})
