import type { Member } from '@carillon/testkit/station'
import { Attack } from './attack.ts'
import type { AudienceReport } from './audience-report.ts'
import { countsIn } from './counts-in.ts'
import type { FaultRig } from './fault-rig.ts'
import type { Ground } from './stranger-acts.ts'
import type { StrangersReport } from './strangers-report.ts'

/** Guests of an evening: the people, those of them who write, and what strangers know. */
export type Guests = { listeners: number; writers: readonly Member[]; ground: Ground; turnMs: number }

const ENDED = 'The attack ended without a word'

/** Everybody at a station on an evening, each side in a process of its own: its audience, and strangers. */
export class Evening {
  /** Act against the station now; empty between two turns. */
  act = ''
  readonly audience: AudienceReport[] = []
  readonly strangerReports: StrangersReport[] = []
  readonly #processes: readonly Attack[]

  /** Begins, until `end`. */
  constructor(rig: FaultRig, { listeners, writers, ground, turnMs }: Guests, say: (words: string) => void) {
    const { port } = new URL(rig.station.origin)
    const tokens = writers.map(({ api }) => api.token).join(',')
    const audience = new Attack('audience', [port, listeners, rig.broadcastId, tokens])
    const strangers = new Attack('strangers', [port, turnMs, JSON.stringify(ground)])
    this.#processes = [audience, strangers]
    void follow<AudienceReport>(audience, (report) => this.audience.push(report))
    void follow<StrangersReport>(strangers, (report) => {
      this.act = report.isOver ? '' : report.act
      if (!report.isOver) return
      this.strangerReports.push(report)
      say(`${report.act}: ${countsIn(report.outcomes)}`)
    })
  }

  async end(): Promise<void> {
    this.act = ''
    for (const process of this.#processes) await process.kill()
  }
}

async function follow<T>(attack: Attack, onReport: (report: T) => void): Promise<void> {
  for (;;) {
    const report = await attack.next<T>().catch((error: Error) => {
      if (error.message !== ENDED) throw error
      return null
    })
    if (report === null) return
    onReport(report)
  }
}
