import type { CSSProperties, KeyboardEvent } from 'react'
import { classNames } from '../lib/class-names.ts'

export type SliderProps = {
  label: string
  value: number
  min?: number
  max?: number
  step?: number
  /** Step of the arrow keys; Page Up and Page Down go four times as far. */
  keyStep?: number
  /** Said instead of the bare number: "80 percent". */
  valueText?: string
  disabled?: boolean
  className?: string
  onChange(value: number): void
}

/** The native range with a drawn track; on the maroon stage put it inside `.on-maroon`. */
export function Slider(props: SliderProps) {
  const {
    label,
    value,
    min = 0,
    max = 100,
    step = 1,
    keyStep,
    valueText,
    disabled,
    className,
    onChange,
  } = props
  const fill = max === min ? 0 : ((value - min) / (max - min)) * 100
  const clamp = (next: number) => Math.min(max, Math.max(min, next))
  const onKeyDown = (event: KeyboardEvent) => {
    const factor = KEY_FACTORS[event.key]
    if (factor === undefined || keyStep === undefined) return
    event.preventDefault()
    onChange(clamp(value + factor * keyStep))
  }
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      disabled={disabled}
      onKeyDown={onKeyDown}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className={classNames('range', className)}
      style={{ '--fill': `${fill}%` } as CSSProperties}
    />
  )
}

const KEY_FACTORS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 4,
  PageDown: -4,
}
