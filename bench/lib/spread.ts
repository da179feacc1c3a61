import { median } from '@carillon/testkit/process-cost'

/** The median, with the least and the most beside it. */
export function spread(values: number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`
}
