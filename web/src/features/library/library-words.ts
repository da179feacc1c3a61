const KB = 1024

/** A length as clocks show it: `3:07`, `1:02:30`. */
export function lengthWords(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** A size in words: `3.4 MB`, `12 GB`. */
export function sizeWords(bytes: number): string {
  const megabytes = bytes / KB ** 2
  if (megabytes >= KB) return `${short(megabytes / KB)} GB`
  return `${short(megabytes)} MB`
}

function short(number: number): string {
  return number >= 10 ? String(Math.round(number)) : number.toFixed(1)
}
