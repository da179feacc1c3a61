/** A place in a recording: `0:07`, `12:30`, `1:02:03`. */
export function clockWords(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** The same to be read aloud: `1 hour 2 minutes 3 seconds`. */
export function spokenClock(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms)
  const words = [counted(hours, 'hour'), counted(minutes, 'minute'), counted(seconds, 'second')]
  return words.filter((word) => !word.startsWith('0 ')).join(' ') || '0 seconds'
}

/** `12.3 MB`, in millions of bytes as file managers have it. */
export function sizeWords(bytes: number): string {
  return `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`
}

/** Splits a length into whole parts, rounded down: one of 24.9 s is 0:24, as players have it. */
function partsOf(ms: number) {
  const whole = Math.floor(ms / 1000)
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor((whole % 3600) / 60),
    seconds: whole % 60,
  }
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
