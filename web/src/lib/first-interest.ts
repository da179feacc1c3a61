import { useEffect, useState } from 'react'

const SIGNS = ['pointerdown', 'keydown', 'touchstart', 'pointermove', 'focusin'] as const

/** Runs something once, at the first sign of somebody who may do something here: a visit that only looks pays for nothing. */
export function onFirstInterest(signal: AbortSignal, run: () => void): void {
  const shown = new AbortController()
  const either = AbortSignal.any([signal, shown.signal])
  const onSign = () => {
    shown.abort()
    run()
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, { signal: either, passive: true })
}

/** Whether there was such a sign since the caller is shown. */
export function useFirstInterest(): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    onFirstInterest(leaving.signal, () => setHere(true))
    return () => leaving.abort()
  }, [])
  return isHere
}
