import { titlePrefix } from '../../../lib/document-title.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import type { Store } from '../../../lib/store.ts'
import { LEAVING_TEXT, onAirShow } from '../../../session/on-air-state.ts'
import type { UploadReport } from './air.ts'
import { type AirStatus, airWord, secondsWithout } from './air-status.ts'
import { formatElapsed } from './durations.ts'
import mutedIconUrl from './icons/muted.svg?no-inline'
import notReachingIconUrl from './icons/not-reaching.svg?no-inline'
import onAirIconUrl from './icons/on-air.svg?no-inline'
import silenceIconUrl from './icons/silence.svg?no-inline'
import type { Cancel, Timers } from './timers.ts'

/** State of this page's sound, and the report of its upload. */
export type OnAirStores = { status: Store<AirStatus>; report: Store<UploadReport | null> }

/** Marks the tab while on air: title, icon, badge, the browser's own warning on leaving. Lasts as long as the page. */
export function markTabWhileOnAir(timers: Timers, stores: OnAirStores): void {
  const tick = () => showState(stores, timers.now())
  stores.status.subscribe(tick)
  let cancelTick: Cancel | null = null
  onAirShow.subscribe(() => {
    const show = onAirShow.get()
    if (show && !cancelTick) cancelTick = startMarks(timers, tick)
    if (show || !cancelTick) return
    cancelTick()
    cancelTick = null
    stopMarks()
  })
}

function startMarks(timers: Timers, tick: () => void): Cancel {
  addEventListener('beforeunload', warn)
  void navigator.setAppBadge?.().catch(() => {
    // A badge exists only for installed apps: nothing is lost without it.
  })
  tick()
  return timers.every(1_000, tick)
}

function stopMarks(): void {
  removeEventListener('beforeunload', warn)
  setFavicon(null)
  void navigator.clearAppBadge?.().catch(() => {
    // See above.
  })
  titlePrefix.set('')
}

function showState({ status, report }: OnAirStores, now: number): void {
  const show = onAirShow.get()
  if (!show) return
  const { sign, icon } = MARKS[status.get()]
  const word = airWord(status.get(), secondsWithout(status.get(), report.get(), now))
  const isOnAir = status.get() === 'on-air'
  const elapsed = isOnAir ? ` ${formatElapsed(stationClock.now() - show.startedAt)}` : ''
  titlePrefix.set(`${sign} ${word}${elapsed} — `)
  setFavicon(icon)
}

const ON_AIR_MARK = { sign: '●', icon: onAirIconUrl }
/** A shape for each state: colours alone are not told apart by everybody, and a title has none. */
const MARKS: Record<AirStatus, { sign: string; icon: string }> = {
  // Between the press and the first sound.
  'off-air': ON_AIR_MARK,
  'on-air': ON_AIR_MARK,
  muted: { sign: '◼', icon: mutedIconUrl },
  silence: { sign: '▲', icon: silenceIconUrl },
  'not-reaching-listeners': { sign: '✕', icon: notReachingIconUrl },
  'handed-over': { sign: '→', icon: mutedIconUrl },
}

/** Browsers show their own words; the text is set for those that still read it. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
  event.returnValue = LEAVING_TEXT
}

let ordinaryFavicon: string | null = null

function setFavicon(url: string | null): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  ordinaryFavicon ??= link.getAttribute('href')
  const href = url ?? ordinaryFavicon ?? ''
  if (link.getAttribute('href') !== href) link.setAttribute('href', href)
}
