import { type RefObject, useEffect } from 'react'
import { isMotionReduced } from '../../../lib/motion.ts'
import type { Player } from './player.ts'

const STEP_MS = 100

/** Lets the rings inside an element breathe with the sound, or calmly by themselves where no level is known. */
export function useRingsLevel(
  element: RefObject<HTMLElement | null>,
  player: Player,
  isSounding: boolean,
): void {
  useEffect(() => {
    const style = element.current?.style
    if (!style || !isSounding || isMotionReduced()) return
    let shown = 0
    const timer = setInterval(() => {
      if (document.hidden) return
      shown = Math.max(player.level() ?? idleBreath(performance.now()), shown * 0.82)
      style.setProperty('--rings-level', shown.toFixed(2))
    }, STEP_MS)
    return () => {
      clearInterval(timer)
      style.removeProperty('--rings-level')
    }
  }, [element, player, isSounding])
}

/** One breath in six seconds. */
function idleBreath(now: number): number {
  return 0.35 + 0.25 * Math.sin((now / 6_000) * 2 * Math.PI)
}
