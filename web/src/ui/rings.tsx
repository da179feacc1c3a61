import type { CSSProperties } from 'react'
import { classNames } from '../lib/class-names.ts'

const RADII = [60, 100, 140, 180, 220, 260]
const OPACITIES = [0.5, 0.43, 0.36, 0.29, 0.22, 0.15]

export type RingsProps = {
  /** Live rings glow and breathe; resting ones are thin and grey. */
  state: 'live' | 'resting'
  /** 0 to 1. For many updates a second set the CSS variable `--rings-level` on an ancestor instead. */
  level?: number
  className?: string
}

/** The station's motif: the rings of a bell, behind whatever sounds. Decoration only. */
export function Rings({ state, level, className }: RingsProps) {
  const style = level === undefined ? undefined : ({ '--rings-level': level } as CSSProperties)
  const live = state === 'live'
  return (
    <svg
      aria-hidden="true"
      viewBox="-10 -10 540 540"
      fill="none"
      stroke={live ? '#fec528' : 'currentColor'}
      style={style}
      className={classNames('rings pointer-events-none overflow-visible', live && 'rings-live', className)}
    >
      {RADII.map((radius, index) => (
        <circle
          key={radius}
          cx="260"
          cy="260"
          r={radius}
          strokeWidth={live ? (index % 2 === 0 ? 7 : 18) : 1.5}
          opacity={live ? OPACITIES[index] : 0.28}
        />
      ))}
      <circle
        cx="260"
        cy="260"
        r="26"
        className="rings-heart"
        fill={live ? '#fec528' : 'none'}
        stroke={live ? 'none' : 'currentColor'}
        strokeWidth="1.5"
        opacity={live ? 1 : 0.4}
      />
    </svg>
  )
}
