import { totalmem } from 'node:os'
import { type Check, fail, ok, sizeText, warn } from '../check.ts'

const LEAST_BYTES = 400e6
const SCARCE_BYTES = 900e6

/** Memory that the machine, or the container, allows the station. */
export const checkMemory: Check = {
  name: 'memory',
  async look() {
    const limit = process.constrainedMemory()
    const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
    const has = `${sizeText(bytes)} in total, ${sizeText(process.availableMemory())} available`
    if (bytes < LEAST_BYTES) return [fail(`${has}: the station needs 1 GB.`)]
    if (bytes < SCARCE_BYTES) return [warn(`${has}: enough for a few hundred listeners.`)]
    return [ok(`${has}.`)]
  },
}
