import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import type { Session } from './session.ts'

/** Where first answers are kept. */
export type IdempotencyStore = {
  claim(
    keyHash: string,
  ): Promise<{ state: 'mine' } | { state: 'at-work' } | { state: 'answered'; status: number; body: string }>
  answer(keyHash: string, status: number, body: string): Promise<void>
  release(keyHash: string): Promise<void>
}

/** What a call was answered with: the body as it went over the wire. */
export type Answer = { status: number; body: string }

/** What a key is told apart by, and where its troubles are told. */
type Keyed = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'> & {
  log: Pick<FastifyRequest['log'], 'error'>
}

const MAX_KEY_LENGTH = 255
const WAIT_STEP_MS = 100
const WAIT_STEPS = 100

/**
 * Runs a creating call once per key and person: the same key gets the first answer again. A duplicate that comes while
 * the first is at work waits up to 10 s for it, then throws IDEMPOTENCY_CONFLICT. A failure gives the key back.
 */
export async function oncePerKey(
  store: IdempotencyStore,
  request: Keyed,
  session: Session | null,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return run()
  if (key.length > MAX_KEY_LENGTH)
    throw new AppError('INVALID_INPUT', { fields: { 'Idempotency-Key': 'At most 255 characters' } })
  const keyHash = hashOf(key, request, session)
  const first = await claimOrWait(store, keyHash)
  if (first) return first
  const onStoreError = (err: unknown) => request.log.error({ err }, 'an Idempotency-Key was not kept')
  // What became of the call is what the caller is told, whatever became of its key.
  const answer = await run().catch(async (error: unknown) => {
    await store.release(keyHash).catch(onStoreError)
    throw error
  })
  // It has happened: the key is not given back, or a retry would do it again.
  await store.answer(keyHash, answer.status, answer.body).catch(onStoreError)
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
