import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Undecided } from '../kernel/undecided.ts'
import { type IdempotencyStore, oncePerKey } from './idempotency.ts'

type Outcome = { status: number; body: string }
const session = { id: 1, person: { id: 7, name: 'Ana Reyes', role: 'DJ' as const } }
const created: Outcome = { status: 201, body: 'first' }

/** A failure after something was committed. */
class Late extends Error {}
const failed = () => ({ status: 500, body: 'failed' })

/** Keys in memory; `answer` and `release` fail while the store is away. */
function memoryStore(isAway = () => false) {
  const answers = new Map<string, Outcome | null>()
  const write = (change: () => void) =>
    isAway() ? Promise.reject(new Error('away')) : Promise.resolve(change())
  const store: IdempotencyStore = {
    async claim(keyHash) {
      const first = answers.get(keyHash)
      if (first) return { state: 'answered', ...first }
      if (first === null) return { state: 'at-work' }
      answers.set(keyHash, null)
      return { state: 'mine' }
    },
    watch: async (run) => {
      try {
        return { ok: true, value: await run() }
      } catch (error) {
        return { ok: false, error, hasCommitted: error instanceof Late }
      }
    },
    answer: (keyHash, status, body) => write(() => answers.set(keyHash, { status, body })),
    release: (keyHash) => write(() => answers.delete(keyHash)),
  }
  return { store, answers }
}

const ask = (url: string) => ({
  method: 'POST',
  url,
  headers: { 'idempotency-key': 'abc' },
  body: undefined,
  log: pino({ level: 'silent' }),
})

it('[HT7] one key on two addresses is two calls, what stands after the ? aside', async () => {
  const { store } = memoryStore()
  let calls = 0
  const call = (url: string) =>
    oncePerKey(store, ask(url), session, {
      run: async () => ({ status: 201, body: String(++calls) }),
      failed,
    })
  expect((await call('/api/broadcasts/1/song-requests?_ts=1')).body).toBe('1')
  expect((await call('/api/broadcasts/1/song-requests?_ts=2')).body).toBe('1')
  expect((await call('/api/broadcasts/2/song-requests')).body).toBe('2')
})

it('[HT7] what has happened is told and not given back, also when its answer cannot be kept', async () => {
  const { store, answers } = memoryStore(() => true)
  expect(await oncePerKey(store, ask('/a'), session, { run: async () => created, failed })).toEqual(created)
  expect([...answers.values()]).toEqual([null])
})

it('[HT7] a failure is told as it was, also when its key cannot be given back', async () => {
  const { store } = memoryStore(() => true)
  const run = () => Promise.reject(new Error('no title'))
  const failing = oncePerKey(store, ask('/a'), session, { run, failed })
  await expect(failing).rejects.toThrow('no title')
})

it('[HT7] a failure before the commit gives the key back', async () => {
  const { store, answers } = memoryStore()
  const run = () => Promise.reject(new Error('no title'))
  await expect(oncePerKey(store, ask('/a'), session, { run, failed })).rejects.toThrow('no title')
  expect(answers.size).toBe(0)
})

it('[HT37] a failure after the commit keeps the key: a retry does nothing, and is answered as the first', async () => {
  const { store } = memoryStore()
  let stored = 0
  const run = async (): Promise<Outcome> => {
    stored++
    throw new Late('the reply cannot be made')
  }
  await expect(oncePerKey(store, ask('/a'), session, { run, failed })).rejects.toThrow(Late)
  expect(await oncePerKey(store, ask('/a'), session, { run, failed })).toEqual(failed())
  expect(stored).toBe(1)
})

it('[OP42] while nobody knows what became of a call its key is not given back', async () => {
  const { store, answers } = memoryStore()
  const undecided = oncePerKey(store, ask('/a'), session, {
    run: () => Promise.reject(new Undecided('silent')),
    failed,
  })
  await expect(undecided).rejects.toThrow(Undecided)
  expect([...answers.values()]).toEqual([null])
})
