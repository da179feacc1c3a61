/** Number of lines in a file. */
export function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

/** `median 52, nine in ten up to 130, largest 396`, of sizes in lines. */
export function spreadOf(sizes: readonly number[]): string {
  const sorted = sizes.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return `median ${at(0.5)}, nine in ten up to ${at(0.9)}, largest ${at(1)}`
}
