// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { keepDraft as keepAnnouncement } from '../../features/announcements/editor/device-drafts.ts'
import { keepReadAnnouncements } from '../../features/notifications/read-announcements.ts'
import { createDjMemory } from '../../features/stream/dj/dj-memory.ts'
import { saveListenerState } from '../../features/stream/listener/saved-state.ts'
import { turnShortcuts } from '../../features/stream/listener/shortcuts.ts'
import { writeFlag } from '../../lib/storage.ts'
import { chooseTheme } from '../../theme/theme.ts'
import { clearDevice, storedValues } from './device-storage.ts'
import { keepDraft } from './register-draft.ts'
import { EMPTY_REGISTER_VALUES } from './register-rules.ts'

/** Everything of ours that writes to a browser, once. */
function keepEverything(): void {
  const studio = createDjMemory(localStorage)
  chooseTheme('dark')
  saveListenerState(localStorage, {
    isListening: true,
    audioPlaying: true,
    volume: 40,
    isMuted: false,
    timestamp: 1,
  })
  turnShortcuts(false)
  keepReadAnnouncements(7, [12])
  writeFlag('rail-pinned', true)
  keepDraft({ ...EMPTY_REGISTER_VALUES, firstname: 'Ana' })
  keepAnnouncement(
    { account: 1, announcementId: null },
    { words: { title: 'x', content: '', imageUrl: null, imageAlt: '' }, savedAt: 1, basedOn: null, key: 'k' },
  )
  studio.saveState({ isLive: true, currentBroadcast: null, websocketConnected: true, timestamp: 1 })
  studio.saveSource(studio.loadSource())
}

const leftOver = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('what a browser keeps', () => {
  test('[SH52] nothing of ours is left', () => {
    keepEverything()
    clearDevice(false)
    expect(leftOver()).toEqual([])
    expect(storedValues()).toEqual([])
  })

  test('[SH52] on air the broadcast stays known', () => {
    keepEverything()
    clearDevice(true)
    expect(leftOver()).toEqual(['djState'])
  })

  test('[SH52] what others keep under this address is theirs', () => {
    localStorage.setItem('somebody-else', 'x')
    clearDevice(false)
    expect(leftOver()).toEqual(['somebody-else'])
  })
})
