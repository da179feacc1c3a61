import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../testing/memory-storage.ts'
import { createDjMemory } from './dj-memory.ts'

const onAir = {
  isLive: true,
  currentBroadcast: { id: 7, title: 'Harana Hour' },
  websocketConnected: true,
  timestamp: 1_000,
}

describe('what outlives a reload', () => {
  it('[DJ25] the DJ state comes back as it was saved', () => {
    const memory = createDjMemory(memoryStorage())
    memory.saveState(onAir)
    expect(memory.loadState()).toEqual(onAir)
  })

  it.each(['', '{', 'null', '[]', '{"isLive":"yes"}', '{"isLive":true}'])(
    '[DJ25] foreign text %j counts as nothing saved',
    (text) => {
      expect(createDjMemory(memoryStorage({ 'carillon.dj-state': text })).loadState()).toBeNull()
    },
  )

  it('[DJ26] the chosen source and faders come back, else microphone 1 and computer 0.8', () => {
    const memory = createDjMemory(memoryStorage())
    expect(memory.loadSource()).toEqual({
      mode: 'microphone',
      device: null,
      faders: { microphone: 1, computer: 0.8 },
    })
    const chosen = {
      mode: 'both',
      device: { deviceId: 'abc', label: 'Desk microphone' },
      faders: { microphone: 0.7, computer: 0.4 },
    } as const
    memory.saveSource(chosen)
    expect(memory.loadSource()).toEqual(chosen)
  })

  it('[DJ25] blocked storage is no failure', () => {
    const blocked = {
      getItem: (): string => {
        throw new DOMException('blocked', 'SecurityError')
      },
      setItem: () => {},
      removeItem: () => {},
    }
    expect(createDjMemory(blocked).loadState()).toBeNull()
  })
})
