import { durationInSamples } from '@carillon/media/opus/packet'
import { expect, it, onTestFinished } from 'vitest'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import { ItemPlayout, LOOK_MS, MAX_SKIPS, PLAYOUT_TICK_MS, REST_MS, RETRY_MS } from './item-playout.ts'
import type { PlayoutItem } from './playout-item.ts'
import { createFolder, itemIn, oggOf, packetsOf } from './testing.ts'

const FIRST = packetsOf('firefox-destination')
const SECOND = packetsOf('firefox-raw')

/** A playout of these items, on a clock that the test moves. */
function play(items: PlayoutItem[]) {
  let nowMs = 1_000
  const sent: { bytes: Uint8Array; atMs: number }[] = []
  const reports: string[] = []
  const again: string[] = []
  const queue = [...items]
  const database = { isAway: false }
  const report = (what: string) => (item: PlayoutItem) => void reports.push(`${what} ${item.title}`)
  const playout = new ItemPlayout({
    now: () => nowMs,
    log: { warn: () => undefined },
    async next() {
      if (database.isAway) throw new Error('The database is away')
      return queue.shift() ?? null
    },
    onPackets: (packets) => sent.push(...packets.map((bytes) => ({ bytes, atMs: nowMs }))),
    onBegin: report('begin'),
    onBeginAgain: ({ title }) => again.push(title),
    onEnd: (item, end) => report(end.toLowerCase())(item),
    onSkip: report('skip'),
    onRest: () => reports.push('rest'),
  })
  onTestFinished(() => playout.stop())
  return {
    playout,
    queue,
    database,
    sent,
    reports,
    again,
    lengthMs: () => sent.reduce((sum, { bytes }) => sum + durationInSamples(bytes), 0) / SAMPLES_PER_MS,
    /** Lets time pass; between ticks the disk has all the time it needs. */
    async pass(ms: number) {
      for (const end = nowMs + ms; nowMs < end; ) {
        nowMs += PLAYOUT_TICK_MS
        playout.tick()
        await playout.settled()
      }
    },
    /** Until something was reported. */
    async until(what: string) {
      await playout.settled()
      playout.tick()
      expect(reports).toContain(what)
    },
  }
}

/** The same, begun, with the first item sounding. */
async function start(items: PlayoutItem[]) {
  const playing = play(items)
  playing.playout.start()
  await playing.playout.settled()
  playing.playout.tick()
  return playing
}

it('[PG7] items follow each other without a gap, each packet once and at its time', async () => {
  const { write } = await createFolder()
  const first = itemIn(await write(oggOf(FIRST)), { title: 'first' })
  const second = itemIn(await write(oggOf(SECOND)), { title: 'second' })
  const { pass, sent, reports } = await start([first, second])
  await pass(10_000)
  expect(sent.map(({ bytes }) => bytes)).toEqual([...FIRST, ...SECOND])
  expect(reports.slice(0, 4)).toEqual(['begin first', 'played first', 'begin second', 'played second'])
  const beginMs = sent[0]?.atMs ?? 0
  let dueMs = beginMs
  for (const { bytes, atMs } of sent) {
    expect(atMs).toBeLessThanOrEqual(dueMs)
    expect(atMs).toBeGreaterThanOrEqual(dueMs - 2 * PLAYOUT_TICK_MS)
    dueMs += durationInSamples(bytes) / SAMPLES_PER_MS
  }
})

it('[PG6] what is missing or damaged is left out and said, and the next plays', async () => {
  const { write, missing } = await createFolder()
  const whole = itemIn(await write(oggOf(FIRST)), { title: 'whole' })
  const { reports } = await start([
    itemIn(missing, { title: 'missing' }),
    itemIn(await write(Uint8Array.of(1, 2, 3)), { title: 'damaged' }),
    whole,
  ])
  expect(reports).toEqual(['skip missing', 'skip damaged', 'begin whole'])
})

it('[PG6] a file that ends before its time is followed by the next without a gap', async () => {
  const { write } = await createFolder()
  const bytes = oggOf(FIRST)
  const cut = itemIn(await write(bytes.subarray(0, bytes.length / 2)), { title: 'cut' })
  const { pass, lengthMs } = await start([cut, itemIn(await write(oggOf(SECOND)))])
  await pass(4_800)
  expect(lengthMs()).toBeGreaterThanOrEqual(4_800)
})

it('[PG8] with nothing to play it rests, and looks again', async () => {
  const { write } = await createFolder()
  const { playout, until, queue, pass, reports } = play([])
  playout.start()
  await until('rest')
  queue.push(itemIn(await write(oggOf(FIRST)), { title: 'new' }))
  await pass(REST_MS - 2 * PLAYOUT_TICK_MS)
  expect(reports).toEqual(['rest'])
  await pass(4 * PLAYOUT_TICK_MS)
  await until('begin new')
})

it('[PG9] a bed begins again at its end, as one entry', async () => {
  const { write } = await createFolder()
  const bed = itemIn(await write(oggOf(FIRST)), { kind: 'BED', title: 'bed', loop: true })
  const { pass, sent, reports, again } = await start([bed, bed, bed])
  await pass(9_600)
  expect(sent.slice(0, 2 * FIRST.length).map(({ bytes }) => bytes)).toEqual([...FIRST, ...FIRST])
  expect(reports).toEqual(['begin bed'])
  expect(again).toEqual(['bed', 'bed'])
})

it('[PG11] a bed gives way in the midst of its file, without a gap', async () => {
  const { write } = await createFolder()
  const long = oggOf(Array.from({ length: 30 }, () => FIRST).flat())
  const bed = itemIn(await write(long), { kind: 'BED', title: 'bed', loop: true })
  const track = itemIn(await write(oggOf(SECOND)), { title: 'track' })
  const { pass, reports, lengthMs, database } = await start([bed, bed, track])
  await pass(LOOK_MS + PLAYOUT_TICK_MS)
  expect(reports).toEqual(['begin bed'])
  database.isAway = true
  await pass(LOOK_MS)
  expect(reports).toEqual(['begin bed'])
  database.isAway = false
  await pass(LOOK_MS + PLAYOUT_TICK_MS)
  expect(reports.slice(0, 3)).toEqual(['begin bed', 'cut bed', 'begin track'])
  expect(lengthMs()).toBeGreaterThanOrEqual(3 * LOOK_MS)
})

it('[PG12] what is to go goes on until the next is open, also while nobody can say which', async () => {
  const { write, missing } = await createFolder()
  const file = await write(oggOf(Array.from({ length: 4 }, () => FIRST).flat()))
  const titles = ['first', 'ready', 'planned']
  const [first, ready, planned] = titles.map((title) => itemIn(file, { title }))
  const { playout, pass, queue, database, reports, lengthMs } = await start([first as PlayoutItem])
  queue.push(ready as PlayoutItem)
  // Its file is read to the end, and what follows is open.
  while (queue.length > 0) await pass(PLAYOUT_TICK_MS)
  const beforeMs = lengthMs()
  database.isAway = true
  playout.change()
  await pass(2_400)
  expect(reports).toEqual(['begin first'])
  queue.push(itemIn(missing, { title: 'missing' }), planned as PlayoutItem)
  database.isAway = false
  await pass(RETRY_MS + 2 * PLAYOUT_TICK_MS)
  expect(reports).toEqual(['begin first', 'skip missing', 'cut first', 'begin planned'])
  expect(lengthMs() - beforeMs).toBeGreaterThanOrEqual(2_400 + RETRY_MS)
})

it('[PG12] where nothing but the bed that sounds can be played, the next look is at its time', async () => {
  const { write } = await createFolder()
  const long = oggOf(Array.from({ length: 30 }, () => FIRST).flat())
  const bed = itemIn(await write(long), { kind: 'BED', title: 'bed', loop: true })
  const { playout, pass, queue, reports } = await start([bed, ...Array.from({ length: 9 }, () => bed)])
  playout.change()
  await pass(LOOK_MS - PLAYOUT_TICK_MS)
  expect([queue.length, reports]).toEqual([8, ['begin bed']])
  await pass(LOOK_MS)
  expect(queue).toHaveLength(7)
})

it('[PG10] what is cut ends at once, and the next run begins with another item', async () => {
  const { write } = await createFolder()
  const file = await write(oggOf(FIRST))
  const { playout, pass, sent, reports } = await start([
    itemIn(file, { title: 'cut' }),
    itemIn(file, { title: 'ready' }),
  ])
  await pass(480)
  await playout.stop()
  const { length } = sent
  await pass(480)
  expect(sent).toHaveLength(length)
  expect(reports).toEqual(['begin cut', 'cut cut'])
})

it('[PG10] after a pause nothing sounds before its time', async () => {
  const { write } = await createFolder()
  const item = itemIn(await write(oggOf(FIRST)), { title: 'item' })
  const { playout, pass, sent, until } = play([item])
  playout.start(2_000)
  await pass(1_920)
  expect(sent).toEqual([])
  await pass(240)
  await until('begin item')
})

it('[PG8] where nobody can say what plays next it does not rest, and asks again every second', async () => {
  const { write } = await createFolder()
  const item = itemIn(await write(oggOf(FIRST)), { title: 'first' })
  const { pass, queue, database, reports } = await start([item])
  database.isAway = true
  queue.push({ ...item, title: 'second' })
  await pass(60_000)
  expect(reports).toEqual(['begin first', 'played first'])
  database.isAway = false
  await pass(RETRY_MS + 3 * PLAYOUT_TICK_MS)
  expect(reports.at(-1)).toBe('begin second')
})

it('[MM12] however many items cannot be played, it does not rest while there are others', async () => {
  const { write, missing } = await createFolder()
  const gone = Array.from({ length: 2 * MAX_SKIPS + 1 }, () => itemIn(missing, { title: 'gone' }))
  const { pass, reports } = await start([...gone, itemIn(await write(oggOf(FIRST)), { title: 'here' })])
  await pass(2 * RETRY_MS + 4 * PLAYOUT_TICK_MS)
  expect(reports).toEqual([...gone.map(() => 'skip gone'), 'begin here'])
})
