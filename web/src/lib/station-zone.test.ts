import { expect, onTestFinished, test, vi } from 'vitest'

/** Returns the text of a page about the zone that it names. */
async function wordsIn(zone: string): Promise<[place: string, times: string]> {
  vi.stubGlobal('document', { querySelector: () => ({ content: zone }) })
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllGlobals())
  const { STATION_PLACE, TIMES_IN_ZONE } = await import('./station-zone.ts')
  return [STATION_PLACE, TIMES_IN_ZONE]
}

test.each([
  ['Asia/Manila', 'Manila', 'Times in Manila (PHT, UTC+8)'],
  ['America/New_York', 'New York', 'Times in New York (UTC-5 or UTC-4, by season)'],
  ['Asia/Kathmandu', 'Kathmandu', 'Times in Kathmandu (UTC+5:45)'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires', 'Times in Buenos Aires (UTC-3)'],
  ['Africa/Accra', 'Accra', 'Times in Accra (UTC)'],
  ['Etc/GMT-8', 'UTC+8', 'Times in UTC+8'],
  ['UTC', 'UTC', 'Times in UTC'],
])('[SH7] times in %s are named by their place and their distance from UTC', async (zone, place, times) => {
  expect(await wordsIn(zone)).toEqual([place, times])
})
