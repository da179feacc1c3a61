import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, without telling by the time it takes how much is right. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
