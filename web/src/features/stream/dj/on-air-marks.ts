import { titlePrefix } from '../../../lib/document-title.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { LEAVING_TEXT, onAirShow } from '../../../session/on-air-state.ts'
import { formatElapsed } from './durations.ts'
import redFaviconUrl from './on-air.svg?no-inline'
import type { Cancel, Timers } from './timers.ts'

/** Marks the tab while on air: title, red favicon, badge, the browser's own warning on leaving. Lasts as long as the page. */
export function markTabWhileOnAir(timers: Timers): void {
  let cancelTick: Cancel | null = null
  onAirShow.subscribe(() => {
    const show = onAirShow.get()
    if (show && !cancelTick) cancelTick = startMarks(timers)
    if (show || !cancelTick) return
    cancelTick()
    cancelTick = null
    stopMarks()
  })
}

function startMarks(timers: Timers): Cancel {
  addEventListener('beforeunload', warn)
  setFavicon(redFaviconUrl)
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

function tick(): void {
  const show = onAirShow.get()
  if (show) titlePrefix.set(`● ON AIR ${formatElapsed(stationClock.now() - show.startedAt)} — `)
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
  link.setAttribute('href', url ?? ordinaryFavicon ?? '')
}
