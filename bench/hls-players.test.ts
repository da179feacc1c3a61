import { missingPlayers } from '@carillon/testkit/hls-players'
import { lacksAcross } from '@carillon/testkit/two-instances'
import { expect, it } from 'vitest'
import { playHls } from './lib/play-hls.ts'

const MINUTES = 10
const LIMIT_MS = 20 * 60_000
/** What a decoder leaves at its beginning or end. */
const PLAY_SECONDS = 0.1

// Slow: ten minutes of sound come in real time.
it.runIf(!lacksAcross() && missingPlayers().length === 0)(
  '[HL28] ffmpeg, GStreamer, VLC and hls.js play ten minutes with a drop, a hand-over and two changes of the leader',
  { timeout: LIMIT_MS },
  async () => {
    const { listener, programs, browser } = await playHls(MINUTES)
    expect(listener).toMatchObject({ stalledMs: 0, jumps: 0, notFound: 0 })
    expect(listener.seconds).toBeGreaterThan(MINUTES * 60)
    for (const { name, seconds, of, exitCode, complaints } of programs) {
      expect([name, exitCode, complaints]).toEqual([name, 0, []])
      expect(Math.abs(of - seconds), name).toBeLessThan(PLAY_SECONDS)
    }
    const { seconds, ...rest } = browser
    const lacks = listener.seconds - seconds
    expect({ ...rest, isWhole: lacks < PLAY_SECONDS }, `hls.js lacks ${lacks.toFixed(3)} s`).toEqual({
      failures: [],
      waits: 0,
      isEnded: true,
      isWhole: true,
    })
  },
)
