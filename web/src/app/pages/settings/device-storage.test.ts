// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { keepDraft as keepAnnouncement } from '../../../features/announcements/editor/device-drafts.ts'
import { keepDraft } from '../../../features/auth/sign-in/register-draft.ts'
import { EMPTY_REGISTER_VALUES } from '../../../features/auth/sign-in/register-rules.ts'
import { chatDraft } from '../../../features/chat/chat-draft.ts'
import { useAnnounceChoice } from '../../../features/chat/use-announcements.ts'
import { createDjMemory } from '../../../features/stream/dj/dj-memory.ts'
import { saveListenerState } from '../../../features/stream/listener/saved-state.ts'
import { storedLabels } from '../../../lib/forget-stored.ts'
import { turnShortcuts } from '../../../lib/single-keys.ts'
import { chooseTheme } from '../../../theme/theme.ts'
import { clearDevice } from './device-storage.ts'

const FORMER = ['theme', 'motion', 'rail-pinned', 'audioSource', 'djState']
const FORMER_IN_TAB = ['register-draft', 'chat-draft.7.3']

/** Writes all that this version and earlier ones keep in a browser. */
function keepEverything(): void {
  const studio = createDjMemory()
  chooseTheme('dark')
  saveListenerState({ isListening: true, audioPlaying: true, volume: 40, isMuted: false, timestamp: 1 })
  turnShortcuts(false)
  keepDraft({ ...EMPTY_REGISTER_VALUES, firstname: 'Ana' })
  keepAnnouncement(
    { account: 1, announcementId: null },
    { words: { title: 'x', content: '', imageUrl: null, imageAlt: '' }, savedAt: 1, basedOn: null, key: 'k' },
  )
  studio.saveState({ isLive: true, currentBroadcast: null, websocketConnected: true, timestamp: 1 })
  studio.saveSource(studio.loadSource())
  chatDraft.of('8.3').write('Hello')
  renderHook(() => useAnnounceChoice()).result.current[1]('all')
  for (const key of FORMER) localStorage.setItem(key, 'x')
  for (const key of FORMER_IN_TAB) sessionStorage.setItem(key, 'x')
}

const leftOver = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('what a browser keeps', () => {
  test('[SH52] nothing of ours is left', () => {
    keepEverything()
    expect(storedLabels()).toContain('Chat messages not sent yet')
    expect(storedLabels()).toContain('Which chat messages are read out')
    clearDevice(false)
    expect(leftOver()).toEqual([])
    expect(storedLabels()).toEqual([])
  })

  test('[SH52] on air the broadcast stays known', () => {
    keepEverything()
    localStorage.removeItem('djState')
    clearDevice(true)
    expect(leftOver()).toEqual(['carillon.dj-state'])
  })

  test('[SH52] what others keep under this address is theirs', () => {
    localStorage.setItem('somebody-else', 'x')
    localStorage.setItem('theme.of-another', 'x')
    clearDevice(false)
    expect(leftOver()).toEqual(['somebody-else', 'theme.of-another'])
  })
})
