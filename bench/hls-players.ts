/**
 * Hours of HLS in ffmpeg, GStreamer, VLC and hls.js, from two instances, with a drop, a hand-over and two changes of the
 * instance that leads: how much of the sound each of them decoded, and what it complained of.
 *
 *   node bench/hls-players.ts
 *
 * Environment: MINUTES (180) of the station's clock; SPEED (1), as many times as fast as the machine's clock that one goes, and
 * those of the players.
 */
import { runFaster } from './lib/faster-clock.ts'
import { playHls } from './lib/play-hls.ts'

await runFaster(Number(process.env.SPEED ?? 1))
const { listener, programs, browser } = await playHls(Number(process.env.MINUTES ?? 180), console.log)
const whole = listener.seconds.toFixed(2)
console.log(
  `${listener.segments} segments, ${listener.jumps} out of place, without sound ${listener.stalledMs.toFixed(0)} ms, ` +
    `${listener.failed} requests failed and ${listener.notFound} found nothing`,
)
for (const { name, seconds, of, exitCode, complaints } of programs)
  console.log(
    `${name}: ${seconds.toFixed(2)} of ${of.toFixed(2)} s, exit code ${exitCode}\n${complaints.join('\n')}`,
  )
console.log(
  `hls.js: ${browser.seconds.toFixed(2)} of ${whole} s, ${browser.isEnded ? 'to the end' : 'not to the end'}, ` +
    `${browser.waits} times without sound; ${browser.failures.join(', ') || 'no error'}`,
)
process.exit()
