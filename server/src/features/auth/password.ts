import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { type Asker, createPasswordLine } from './password-line.ts'

const derive = promisify(argon2)

/** Cost of argon2id: `memory` in KiB (RFC 9106 s3.1), `tagLength` in bytes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number; tagLength: number }
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const SALT_BYTES = 16
/**
 * Hashing leaves a core, and half of the four threads that also write recordings, to the rest of the station. A hundred
 * in line are some seconds of work; of one person, as many as may be wrong before they have to wait.
 */
export const HASHING = {
  maxAtWork: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 100,
  maxOfPerson: 5,
}
const line = createPasswordLine({ ...HASHING, now: () => performance.now() })

/** Asker of the station's own hash at its start. */
const STATION: Asker = { network: 'station', person: 'station' }

/** Somebody who is signed in already: all of those share one turn, and in it each has their own. */
export function askerOf({ id }: { id: number }): Asker {
  return { network: 'signed in', person: `person ${id}` }
}

/** PHC string of argon2id: `$argon2id$v=19$m=..,t=..,p=..$salt$tag` (RFC 9106). Throws TOO_MANY_REQUESTS in a storm. */
export async function hashPassword(
  password: string,
  asker = STATION,
  cost: PasswordCost = PASSWORD_COST,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await line.pass(asker, () => deriveTag(password, salt, cost))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Whether the password is the one that was hashed. Without a hash it takes the same time and is false. */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  asker = STATION,
): Promise<boolean> {
  const [, , , cost, salt, tag] = (stored ?? NOBODY).split('$')
  const numbers = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(cost ?? '')
  if (!numbers || !salt || !tag) return false
  const [memory, passes, parallelism] = numbers.slice(1).map(Number)
  const expected = Buffer.from(tag, 'base64')
  const used = {
    memory: memory ?? PASSWORD_COST.memory,
    passes: passes ?? PASSWORD_COST.passes,
    parallelism: parallelism ?? PASSWORD_COST.parallelism,
    tagLength: expected.length,
  }
  const actual = await line.pass(asker, () => deriveTag(password, Buffer.from(salt, 'base64'), used))
  return stored !== undefined && timingSafeEqual(actual, expected)
}

/** Nobody's hash: what an unknown e-mail is checked against. */
const NOBODY = `$argon2id$v=19$m=${PASSWORD_COST.memory},t=${PASSWORD_COST.passes},p=${PASSWORD_COST.parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(PASSWORD_COST.tagLength))}`

async function deriveTag(password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
  // The same letters typed on another keyboard are the same password.
  const message = password.normalize('NFC')
  return derive('argon2id', { ...cost, message, nonce })
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
