import { useState } from 'react'
import { z } from 'zod/mini'
import { storedValue } from './stored.ts'

/** Kept as `reduce` by whom movement disturbs; index.html sets it before the first paint. */
const kept = storedValue('motion', z.enum(['reduce']))
const SYSTEM_WISH = '(prefers-reduced-motion: reduce)'

/** Whether nothing should move: chosen on this device, or wished by its system. */
export function isMotionReduced(): boolean {
  return isChosen() || matchMedia(SYSTEM_WISH).matches
}

/** The choice of this device and the way to change it; it takes effect immediately and is kept. */
export function useReducedMotion(): [isReduced: boolean, choose: (isReduced: boolean) => void] {
  const [isReduced, setReduced] = useState(isChosen)
  const choose = (next: boolean) => {
    setReduced(next)
    if (next) document.documentElement.dataset.motion = 'reduce'
    else delete document.documentElement.dataset.motion
    if (next) kept.write('reduce')
    else kept.forget()
  }
  return [isReduced, choose]
}

function isChosen(): boolean {
  return document.documentElement.dataset.motion === 'reduce'
}
