import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createFolder, createMount } from '../rewind/testing.ts'
import { itemOnAir } from '../status/item-on-air.ts'
import type { SoundingItem } from './sounding-item.ts'
import { StationTape } from './station-tape.ts'

const BED: SoundingItem = {
  kind: 'BED',
  title: 'Waves',
  artist: null,
  itemId: 7,
  broadcastId: null,
  firstAiredAtMs: null,
  startedAtMs: 1_000,
  durationMs: 3_600_000,
}

it('[RW33] a bed has no end while it sounds, and the one that it had when it is over', async () => {
  const { mount, rewinds } = await createMount(undefined, 3_600_000)
  const clock = { ms: BED.startedAtMs }
  const tape = new StationTape({
    directory: join(await createFolder(), 'tape'),
    log: { warn: () => undefined },
    clock: { now: () => clock.ms },
    isRecordingPublic: async () => true,
  })
  onTestFinished(() => tape.close())
  const earlier = () => tape.earlier().map(itemOnAir)
  await expect
    .poll(() => {
      tape.take([], { mount, rewinds }, BED)
      return earlier()
    })
    .toMatchObject([{ title: 'Waves' }])
  expect(earlier()[0]?.endsAt).toBeUndefined()

  clock.ms += 5_000
  tape.pause()
  expect(earlier()[0]?.endsAt).toBe('1970-01-01T00:00:06.000Z')
})
