import { useState } from 'react'
import { axisTop, fractionOf, nearestIndex } from './scale.ts'

/** A value at its place, and that place in words. */
export type LinePoint = { x: number; value: number; label: string }

export type LineChartProps = {
  /** Text in place of the picture. */
  label: string
  /** From left to right, one at least. */
  points: readonly LinePoint[]
  /** Name of one step along it: `Day`. */
  stepName: string
  /** `34 messages`. */
  valueWords(value: number): string
  /** Moments worth a line of their own. */
  marks?: readonly number[]
}

/** Values over time from a zero line. Pointer, tap and arrow keys tell each of them. */
export function LineChart({ label, points, stepName, valueWords, marks = [] }: LineChartProps) {
  const [at, setAt] = useState<number | null>(null)
  const first = points[0]?.x ?? 0
  const last = points.at(-1)?.x ?? 0
  const top = axisTop(Math.max(...points.map(({ value }) => value)))
  const places = points.map(({ x, value }) => ({
    left: fractionOf(x, first, last) * 100,
    top: (1 - value / top) * 100,
  }))
  const chosen = points[at ?? -1]
  const place = places[at ?? -1]
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-text-muted tabular-nums">
      <p aria-hidden="true" className="col-start-2 h-5 text-right text-sm text-text">
        {chosen && `${chosen.label}: ${valueWords(chosen.value)}`}
      </p>
      <div aria-hidden="true" className="relative col-start-1 grid justify-items-end">
        <span className="h-0 leading-0">{top.toLocaleString('en-US')}</span>
        <span className="h-0 self-end leading-0">0</span>
      </div>
      <div className="relative h-55">
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={at ?? points.length - 1}
          aria-label={`${stepName}: ${label}`}
          aria-valuetext={spoken(points[at ?? points.length - 1], valueWords)}
          onChange={(event) => setAt(Number(event.target.value))}
          onFocus={() => setAt(at ?? points.length - 1)}
          onBlur={() => setAt(null)}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect()
            const fraction = (event.clientX - left) / width
            const lefts = places.map((each) => each.left / 100)
            if (width > 0) setAt(nearestIndex(lefts, fraction))
          }}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setAt(null)}
          className="peer absolute inset-0 z-1 m-0 size-full cursor-crosshair touch-pan-y opacity-0"
        />
        <Picture
          label={label}
          places={places}
          marks={marks.map((mark) => fractionOf(mark, first, last) * 100)}
        />
        {place && <Dot {...place} />}
      </div>
      <p aria-hidden="true" className="col-start-2 mt-1.5 flex justify-between gap-4">
        <span>{points[0]?.label}</span>
        {points.length > 1 && <span>{points.at(-1)?.label}</span>}
      </p>
    </div>
  )
}

type Place = { left: number; top: number }

/** The picture is stretched to its box: strokes are not. */
const HAIR = { vectorEffect: 'non-scaling-stroke', strokeWidth: 1 } as const

type PictureProps = { label: string; places: readonly Place[]; marks: readonly number[] }

/** The frame, the line and the marks that lie within it. */
function Picture({ label, places, marks }: PictureProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible rounded-sm outline-focus peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4"
    >
      {[0, 50, 100].map((y) => (
        <line key={y} x1="0" x2="100" y1={y} y2={y} className="stroke-border" {...HAIR} />
      ))}
      <Line places={places} />
      {marks
        .filter((x) => x >= 0 && x <= 100)
        .map((x) => (
          <line
            key={x}
            x1={x}
            x2={x}
            y1="0"
            y2="100"
            strokeDasharray="4 3"
            className="stroke-live-ink"
            {...HAIR}
          />
        ))}
    </svg>
  )
}

/** One value alone has no line: it is a dot. */
function Line({ places }: { places: readonly Place[] }) {
  const path = places.map(({ left, top }) => `${round(left)},${round(top)}`).join(' ')
  const only = places.length === 1 ? places[0] : undefined
  if (only)
    return (
      <line
        x1={only.left}
        x2={only.left}
        y1={only.top}
        y2={only.top}
        strokeLinecap="round"
        className="stroke-chart-1"
        {...HAIR}
        strokeWidth={8}
      />
    )
  return (
    <>
      <polygon points={`0,100 ${path} 100,100`} className="fill-chart-1 opacity-12" />
      <polyline
        points={path}
        fill="none"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-chart-1"
        {...HAIR}
        strokeWidth={2}
      />
    </>
  )
}

function Dot({ left, top }: Place) {
  const across = { left: `${left}%` }
  return (
    <>
      <span
        aria-hidden="true"
        style={across}
        className="pointer-events-none absolute inset-y-0 w-px bg-border-strong"
      />
      <span
        aria-hidden="true"
        style={{ ...across, top: `${top}%` }}
        className="pointer-events-none absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-chart-1"
      />
    </>
  )
}

function spoken(point: LinePoint | undefined, valueWords: (value: number) => string): string | undefined {
  return point && `${point.label}: ${valueWords(point.value)}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
