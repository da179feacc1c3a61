import { setTimeout as delay } from 'node:timers/promises'
import { HlsListener, type HlsListenerReport } from '@carillon/testkit/hls-listener'

/** The load program: players of HLS, each at one of several addresses. */
type Command =
  | { type: 'open'; origins: string[]; count: number; perSecond: number }
  | { type: 'close' | 'report' }

let players: HlsListener[] = []

process.on('message', (command: Command) => void act(command))
process.on('disconnect', () => process.exit())

async function act(command: Command): Promise<void> {
  if (command.type === 'open') await open(command)
  else if (command.type === 'close') {
    for (const player of players) player.leave()
    players = []
  }
  process.send?.({ type: command.type, reports: players.map(({ report }): HlsListenerReport => report) })
}

/** Resolves when each has a segment. */
async function open({ origins, count, perSecond }: Extract<Command, { type: 'open' }>): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    players.push(new HlsListener(origins[at % origins.length] ?? ''))
    if (at % 10 === 9) await delay(10_000 / perSecond)
  }
  while (players.some(({ report }) => report.segments === 0)) await delay(100)
}
