import { createContext, useContext, useEffect, useState } from 'react'
import { pageNow } from '../../../lib/page-clock.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { useStore } from '../../../lib/store.ts'
import { type AirStatus, secondsWithout } from './air-status.ts'
import type { DjEngine } from './dj-engine.ts'

const DjContext = createContext<DjEngine | null>(null)

/** Gives the engine to the DJ's views. */
export const DjEngineProvider = DjContext

/** The engine above the page. */
export function useDj(): DjEngine {
  const engine = useContext(DjContext)
  if (!engine) throw new Error('useDj outside DjEngineProvider')
  return engine
}

/** The state machine's state. */
export function useDjState() {
  return useStore(useDj().state)
}

/** State of this page's sound at the listeners. */
export function useAirStatus(): AirStatus {
  return useStore(useDj().status)
}

/** For how many seconds listeners have had nothing from this page, renewed every second; null while they have. */
export function useSecondsWithout(): number | null {
  const report = useStore(useDj().line.report)
  return secondsWithout(useAirStatus(), report, useNow())
}

/** The sound's state: source, input, faders, mute. */
export function useSound() {
  return useStore(useDj().sound.state)
}

/** The station's time, renewed every second: what it began is counted by its clock, not by the browser's. */
export function useStationNow(): number {
  useNow()
  return stationClock.now()
}

/** The time of the page's clock, as the engine counts it, renewed every second; for what counts up while it is looked at. */
export function useNow(): number {
  const [now, setNow] = useState(pageNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(pageNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
