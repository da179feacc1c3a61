import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStore, type Store } from '../../../../lib/store.ts'
import { openDashboardDialog } from '../dashboard-dialogs.ts'
import { DjEngineProvider } from '../dj-context.tsx'
import type { DjEngine } from '../dj-engine.ts'
import { type DjState, INITIAL_DJ_STATE } from '../dj-state.ts'
import { useEndOfQuestion } from './use-end-of-question.ts'

const broadcast = { id: 7, title: 'Harana Hour', status: 'LIVE' } as Broadcast
const resumable = (shown: Broadcast): DjState => ({
  name: 'resumable',
  broadcast: shown,
  leftAt: null,
  isOnOtherDevice: false,
})

let state: Store<DjState>

/** The question is open about a show. */
beforeEach(() => {
  state = createStore(resumable(broadcast))
  openDashboardDialog.set('end')
})
afterEach(cleanup)

function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DjEngineProvider value={{ state } as DjEngine}>{children}</DjEngineProvider>
  )
  return renderHook(useEndOfQuestion, { wrapper })
}

test('[DJ962] the question stays while it is the same show', () => {
  open()
  act(() => state.set(resumable({ ...broadcast, title: 'Tambay' })))
  expect(openDashboardDialog.get()).toBe('end')
})

test.each<[string, DjState]>([
  ['has ended', { name: 'ended', broadcast }],
  ['is another one', resumable({ ...broadcast, id: 8 })],
  ['is gone', INITIAL_DJ_STATE],
])('[DJ962] it goes when the show %s', (_, next) => {
  open()
  act(() => state.set(next))
  expect(openDashboardDialog.get()).toBeNull()
})

test('[DJ962] it goes with the person', () => {
  open().unmount()
  expect(openDashboardDialog.get()).toBeNull()
})
