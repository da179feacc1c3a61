/**
 * Everything that a station was once broken by, by turns, until it is ended.
 *
 *   node attacks/strangers.ts <port> <milliseconds of each turn> <Ground as JSON>
 *
 * Says at the beginning of each turn what is done, and at its end what came of it (StrangersReport).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Stranger } from '../lib/stranger.ts'
import { ACTS, type Ground } from '../lib/stranger-acts.ts'
import type { StrangersReport } from '../lib/strangers-report.ts'

const [port = '', turnMs = '', ground = ''] = process.argv.slice(2)
const known = JSON.parse(ground) as Ground

// Who started it has ended, or failed before it could end this.
process.stdin.on('end', () => process.exit()).resume()
for (;;) {
  for (const [number, [act, begin]] of Object.entries(ACTS).entries()) {
    const stranger = new Stranger(Number(port), number)
    say({ act, isOver: false, outcomes: {} })
    begin(stranger, known)
    await delay(Number(turnMs))
    stranger.leave()
    say({ act, isOver: true, outcomes: stranger.outcomes })
  }
}

function say(report: StrangersReport): void {
  console.log(JSON.stringify(report))
}
