import { describe, expect, test } from 'vitest'
import { DEPLOYED, LOCAL, settingsFor } from './settings.ts'

describe('settings', () => {
  test.each(['localhost', '127.0.0.1', '[::1]', 'radio.localhost'])('[SH8] %s is local', (hostname) => {
    expect(settingsFor(hostname)).toBe(LOCAL)
  })

  test('[SH8] every other name is deployed, and a build flag decides before the name', () => {
    expect(settingsFor('radio.example.edu')).toBe(DEPLOYED)
    expect(settingsFor('localhost', 'deployed')).toBe(DEPLOYED)
    expect(settingsFor('radio.example.edu', 'local')).toBe(LOCAL)
  })

  test('[SH8] the numbers are those of the specification', () => {
    expect(Object.values(DEPLOYED)).toEqual([30_000, 5, 2_000, 5_000, 2_000, 25_000, 10, 2048, 15_000])
    expect(Object.values(LOCAL)).toEqual([10_000, 2, 1_000, 3_000, 1_000, 10_000, 5, 1024, 5_000])
  })
})
