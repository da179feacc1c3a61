import { memo, type ReactNode } from 'react'

/** Deep ground, middle and light of one colour; each holds in the light and in the dark theme. */
const COLOURS = [
  ['#6d1722', '#a02c39', '#fec528'],
  ['#4a2545', '#7d4069', '#f2b5d4'],
  ['#1d3461', '#34629b', '#a9d3ff'],
  ['#0f4c4a', '#1f7a74', '#9be3c8'],
  ['#234d20', '#3b7d34', '#d3e58f'],
  ['#7f3b16', '#b2581f', '#ffd9a3'],
  ['#2b2d6e', '#5054b0', '#c8caff'],
  ['#5f4509', '#97700f', '#ffe390'],
] as const

/** The face of a show, drawn from its name: each name has its own, and the numbers of its episodes change nothing. */
export const ShowArt = memo(function ShowArt({ title, className }: { title: string; className?: string }) {
  const { colours, pattern, turn } = faceOf(title)
  const [ground, middle, light] = colours
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" data-face={`${ground}-${pattern}`} className={className}>
      <rect width="64" height="64" fill={ground} />
      {PATTERNS[pattern]?.({ middle, light, turn })}
    </svg>
  )
})

/** Look of a name. Names that differ in case, digits or punctuation alone look the same. */
export function faceOf(title: string) {
  const signs = title.toLowerCase().replace(/[^\p{L}]+/gu, '')
  const hash = hashOf(signs || title)
  return {
    colours: COLOURS[hash % COLOURS.length] ?? COLOURS[0],
    pattern: (hash >>> 8) % PATTERNS.length,
    /** 0 to 15: what turns, shifts or stretches a pattern. */
    turn: (hash >>> 16) % 16,
  }
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

type PatternProps = { middle: string; light: string; turn: number }

const PATTERNS: readonly ((props: PatternProps) => ReactNode)[] = [
  // Rings from a corner, as of a mast.
  ({ middle, light, turn }) => (
    <g fill="none" stroke={middle} strokeWidth="5" transform={`rotate(${(turn % 4) * 90} 32 32)`}>
      <circle cx="14" cy="50" r="22" />
      <circle cx="14" cy="50" r="36" />
      <circle cx="14" cy="50" r="50" />
      <circle cx="14" cy="50" r="9" fill={light} stroke="none" />
    </g>
  ),
  // The bars of a level meter.
  ({ middle, light, turn }) => (
    <g>
      {[0, 1, 2, 3, 4].map((bar) => {
        const height = 14 + ((turn * 7 + bar * 13) % 32)
        const x = 8 + bar * 10
        return (
          <rect
            key={bar}
            x={x}
            y={32 - height / 2}
            width="7"
            height={height}
            rx="3.5"
            fill={bar === turn % 5 ? light : middle}
          />
        )
      })}
    </g>
  ),
  // Waves.
  ({ middle, light, turn }) => (
    <g fill="none" strokeWidth="5" strokeLinecap="round" transform={`translate(${-turn} 0)`}>
      {[16, 32, 48].map((y, row) => (
        <path
          key={y}
          stroke={row === turn % 3 ? light : middle}
          d={`M-8 ${y}q8-12 16 0t16 0t16 0t16 0t16 0t16 0`}
        />
      ))}
    </g>
  ),
  // A sun over the horizon.
  ({ middle, light, turn }) => (
    <g>
      <circle cx={18 + turn * 1.8} cy="36" r="15" fill={light} />
      <path fill={middle} d="M0 38h64v5H0zM0 48h64v5H0zM0 58h64v6H0z" />
    </g>
  ),
  // Half of a record.
  ({ middle, light, turn }) => (
    <g transform={`rotate(${turn * 22.5} 32 32)`}>
      <path fill={middle} d="M32 6a26 26 0 0 1 0 52z" />
      <circle cx="32" cy="32" r="17" fill="none" stroke={middle} strokeWidth="4" />
      <circle cx="32" cy="32" r="7" fill={light} />
    </g>
  ),
]
