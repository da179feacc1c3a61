/** `-4:12`, `-1:02:07`: as far behind as a clock says it. */
export function behindWords(ms: number): string {
  return `-${lengthWords(ms)}`
}

/** `4:12`, `1:02:07`. */
export function lengthWords(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
