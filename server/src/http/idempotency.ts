import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../kernel/app-error.ts'
import { Undecided } from '../kernel/undecided.ts'
import type { Session } from './session.ts'

/** Store of first answers. */
export type IdempotencyStore = {
  claim(
    keyHash: string,
  ): Promise<{ state: 'mine' } | { state: 'at-work' } | { state: 'answered'; status: number; body: string }>
  /** Runs a call to its end and tells whether something of it was committed, also when it failed. */
  watch<T>(run: () => Promise<T>): Promise<Outcome<T>>
  answer(keyHash: string, status: number, body: string): Promise<void>
  release(keyHash: string): Promise<void>
}

/** Outcome of a call. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown; hasCommitted: boolean }
/** Answer to a call: the body as it was sent. */
export type Answer = { status: number; body: string }
/** A creating call, and what a failure of it is answered with. */
export type Creating = { run(): Promise<Answer>; failed(error: unknown): Answer }

/** Parts that distinguish keys, and the log for failures. */
type Keyed = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'> & {
  id?: string
  log: Pick<FastifyRequest['log'], 'error'>
}

export const MAX_KEY_LENGTH = 255
const WAIT_STEP_MS = 100
const WAIT_STEPS = 100

/**
 * Runs a creating call once per key and person: the same key gets the first answer again. A duplicate that comes while
 * the first is at work waits up to 10 s for it, then throws IDEMPOTENCY_CONFLICT. A failure gives the key back, unless
 * nobody knows what became of the call, or something was committed before it: then the failure is the first answer,
 * since a retry would do it again.
 */
export async function oncePerKey(
  store: IdempotencyStore,
  request: Keyed,
  session: Session | null,
  { run, failed }: Creating,
): Promise<Answer> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return run()
  if (key.length > MAX_KEY_LENGTH)
    throw new AppError('INVALID_INPUT', { fields: { 'Idempotency-Key': 'At most 255 characters' } })
  const keyHash = hashOf(key, request, session)
  const first = await claimOrWait(store, keyHash)
  if (first) return first
  const onStoreError = (err: unknown) =>
    request.log.error({ reqId: request.id, err }, 'an Idempotency-Key was not kept')
  // What became of the call is what the caller is told, whatever became of its key.
  const outcome = await store.watch(run)
  if (!outcome.ok && !outcome.hasCommitted) {
    // Given back, it would let a retry run beside what may still become of this one.
    if (!(outcome.error instanceof Undecided)) await store.release(keyHash).catch(onStoreError)
    throw outcome.error
  }
  // It has happened: the key is not given back, or a retry would do it again.
  const answer = outcome.ok ? outcome.value : failed(outcome.error)
  await store.answer(keyHash, answer.status, answer.body).catch(onStoreError)
  if (!outcome.ok) throw outcome.error
  return answer
}

async function claimOrWait(store: IdempotencyStore, keyHash: string): Promise<Answer | null> {
  for (let step = 0; step < WAIT_STEPS; step++) {
    const claim = await store.claim(keyHash)
    if (claim.state === 'mine') return null
    if (claim.state === 'answered') return { status: claim.status, body: claim.body }
    await delay(WAIT_STEP_MS)
  }
  throw new AppError('IDEMPOTENCY_CONFLICT')
}

/**
 * One key on two addresses is two calls. Visitors have no name: theirs is what they send, so that nobody gets another's
 * answer.
 */
function hashOf(key: string, request: Keyed, session: Session | null): string {
  const path = request.url.split('?', 1)[0]
  const hash = createHash('sha256').update(`${request.method} ${path}\n${key}\n`)
  if (session) return hash.update(`person ${session.person.id}`).digest('hex')
  return hash.update(Buffer.isBuffer(request.body) ? request.body : '').digest('hex')
}
