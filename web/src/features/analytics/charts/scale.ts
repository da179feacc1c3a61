const STEPS = [1, 2, 4, 5, 10]

/** The end of an axis from 0: a round number that the greatest value does not pass, 1 at least. */
export function axisTop(greatest: number): number {
  if (greatest <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(greatest))
  return power * (STEPS.find((step) => step * power >= greatest) ?? 10)
}

/** Fraction of the way from one value to another, from 0 to 1; a half where there is no way. */
export function fractionOf(value: number, first: number, last: number): number {
  return first === last ? 0.5 : (value - first) / (last - first)
}

/** The index of the number next to `target`; -1 of none. */
export function nearestIndex(numbers: readonly number[], target: number): number {
  return numbers.reduce((best, number, index) => {
    const known = numbers[best]
    return known === undefined || Math.abs(number - target) < Math.abs(known - target) ? index : best
  }, -1)
}
