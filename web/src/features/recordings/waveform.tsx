import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from 'react'
import { barsOf } from './bars.ts'

/** A bar and the air beside it, in px. */
const STEP = 5
const BAR = 3
/** Before the width is known. */
const FIRST_COUNT = 64

export type WaveformProps = {
  peaks: readonly number[]
  /** Share of it that has sounded, 0 to 1. */
  played: number
}

/** The shape of a recording as bars, those that have sounded in yellow. Decoration: the place is told by the slider above it. */
export function Waveform({ peaks, played }: WaveformProps) {
  const { ref, count } = useBarCount()
  const heights = useMemo(() => barsOf(peaks, count), [peaks, count])
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className="relative h-full overflow-hidden"
      style={{ '--played': `${played * 100}%` } as CSSProperties}
    >
      <div className="absolute inset-0 text-white/40">
        <Bars heights={heights} />
      </div>
      <div className="absolute inset-0 text-[#fec528] [clip-path:inset(0_calc(100%-var(--played))_0_0)]">
        <Bars heights={heights} />
      </div>
      <span className="absolute inset-y-0 left-[min(var(--played),calc(100%-2px))] w-0.5 rounded-full bg-white forced-colors:bg-[Highlight]" />
    </div>
  )
}

const Bars = memo(function Bars({ heights }: { heights: readonly number[] }) {
  return (
    <svg
      aria-hidden="true"
      className="size-full"
      viewBox={`0 0 ${heights.length * STEP} 100`}
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      strokeWidth={BAR}
    >
      <path vectorEffect="non-scaling-stroke" d={heights.map(barAt).join('')} />
    </svg>
  )
})

/** From the middle both ways, as sound swings. */
function barAt(height: number, index: number): string {
  return `M${index * STEP + BAR / 2} ${50 - height * 48}v${height * 96}`
}

/** As many bars as there is room for. */
function useBarCount() {
  const ref = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(FIRST_COUNT)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const observer = new ResizeObserver(() => setCount(Math.max(1, Math.floor(box.clientWidth / STEP))))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { ref, count }
}
