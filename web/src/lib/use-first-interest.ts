import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const
let hasCome = false

/** Whether anybody has touched the page, moved over it or gone into it: a visit that only looks pays for nothing more. */
export function useFirstInterest(): boolean {
  const [isHere, setHere] = useState(hasCome)
  useEffect(() => {
    if (isHere) return
    const shown = new AbortController()
    const onSign = () => {
      hasCome = true
      setHere(true)
    }
    for (const sign of SIGNS) addEventListener(sign, onSign, { signal: shown.signal, passive: true })
    return () => shown.abort()
  }, [isHere])
  return isHere
}
