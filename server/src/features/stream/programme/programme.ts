/** Sources of the main mount, the one that wins first. */
export const LANES = ['LIVE', 'SCHEDULED_REPLAY', 'PLAYLIST', 'BED'] as const
export type Lane = (typeof LANES)[number]

/** After a live show listeners hear so much silence before the next item. */
export const PAUSE_MS = 2_000

/** Sound of the main mount: a lane, the pause after a live show, or rest: there is no main mount. */
export type Sounding = Lane | 'PAUSE' | 'REST'

/** The programme: who has something to play, and who plays. */
export type Programme = {
  /** Whether the station plays between shows. */
  isOn: boolean
  offers: ReadonlySet<Lane>
  sounding: Sounding
  /** Monotonic milliseconds; of a pause that is over it says nothing. */
  pauseEndsMs: number
}

export type ProgrammeEvent =
  | { type: 'SWITCHED'; isOn: boolean }
  | { type: 'OFFERED'; lane: Lane }
  | { type: 'WITHDRAWN'; lane: Lane }
  | { type: 'TIME' }

/** Programme of a station that has just begun. */
export const AT_START: Programme = { isOn: false, offers: new Set(), sounding: 'REST', pauseEndsMs: 0 }

/**
 * Decides what sounds after an event: the first lane that has something, a live broadcast before all. It takes over at
 * once; when it ends, a pause comes before the next. A station that is switched off plays live broadcasts alone.
 */
export function advance(programme: Programme, event: ProgrammeEvent, nowMs: number): Programme {
  const isOn = event.type === 'SWITCHED' ? event.isOn : programme.isOn
  const offers = offersAfter(programme.offers, event)
  const hasLiveEnded = programme.sounding === 'LIVE' && !offers.has('LIVE')
  const pauseEndsMs = hasLiveEnded ? nowMs + PAUSE_MS : programme.pauseEndsMs
  const isPause = hasLiveEnded || (programme.sounding === 'PAUSE' && nowMs < pauseEndsMs)
  return { isOn, offers, pauseEndsMs, sounding: soundingOf(isOn, offers, isPause) }
}

function soundingOf(isOn: boolean, offers: ReadonlySet<Lane>, isPause: boolean): Sounding {
  if (offers.has('LIVE')) return 'LIVE'
  if (!isOn) return 'REST'
  if (isPause) return 'PAUSE'
  return LANES.find((lane) => offers.has(lane)) ?? 'REST'
}

function offersAfter(offers: ReadonlySet<Lane>, event: ProgrammeEvent): ReadonlySet<Lane> {
  if (event.type === 'OFFERED') return new Set([...offers, event.lane])
  if (event.type === 'WITHDRAWN') return new Set([...offers].filter((lane) => lane !== event.lane))
  return offers
}
