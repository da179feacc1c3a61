import { useState } from 'react'

/** Kept as `reduce` by whom movement disturbs; index.html sets it before the first paint. */
const STORAGE_KEY = 'motion'
const SYSTEM_WISH = '(prefers-reduced-motion: reduce)'

/** Whether nothing should move: chosen on this device, or wished by its system. */
export function isMotionReduced(): boolean {
  return isChosen() || matchMedia(SYSTEM_WISH).matches
}

/** The choice of this device and the way to change it; it counts at once and is kept. */
export function useReducedMotion(): [isReduced: boolean, choose: (isReduced: boolean) => void] {
  const [isReduced, setReduced] = useState(isChosen)
  const choose = (next: boolean) => {
    setReduced(next)
    if (next) document.documentElement.dataset.motion = 'reduce'
    else delete document.documentElement.dataset.motion
    keep(next)
  }
  return [isReduced, choose]
}

function isChosen(): boolean {
  return document.documentElement.dataset.motion === 'reduce'
}

function keep(isReduced: boolean): void {
  try {
    if (isReduced) localStorage.setItem(STORAGE_KEY, 'reduce')
    else localStorage.removeItem(STORAGE_KEY)
  } catch (error) {
    // Storage is full or forbidden: the choice lasts until the page is left.
    console.error('The choice of motion could not be kept:', error)
  }
}
