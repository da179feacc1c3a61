import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExchangeStep, planExchange, type SaidPacket } from './exchange.ts'
import { appendRun, type MapRun, type TakeState } from './packet-map.ts'

const SAMPLES = 2880
const take = (takeId: string, number: number, count: number): MapRun => ({
  kind: 'take',
  takeId,
  number,
  count,
})
const silence = (count: number): MapRun => ({ kind: 'silence', count })
const said = (takeId: string, from: number, to: number): SaidPacket[] =>
  Array.from({ length: to - from }, (_, index) => ({ takeId, number: from + index, samples: SAMPLES }))
const state = (takeId: string, after: [string, number] | null = null, from = 0): [string, TakeState] => [
  takeId,
  { takeId, userId: 1, from, after: after && { takeId: after[0], packets: after[1] } },
]
const A_THEN_B = new Map([state('a'), state('b', ['a', 30])])

/** Returns the recording after the steps, one word for each packet. */
function carriedOut(runs: readonly MapRun[], steps: readonly ExchangeStep[]): string[] {
  const before = runs.flatMap((run) =>
    Array.from({ length: run.count }, (_, at) =>
      run.kind === 'take' ? `${run.takeId}${run.number + at}` : run.kind,
    ),
  )
  return steps.flatMap((step) => {
    if (step.type === 'insert') return step.packets.map(({ takeId, number }) => `${takeId}${number}`)
    const packets = before.splice(0, step.count)
    return step.type === 'keep' ? packets : []
  })
}
const words = (takeId: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${takeId}${from + index}`)
const exchanged = (runs: MapRun[], takes: Map<string, TakeState>, packets: SaidPacket[]) =>
  carriedOut(runs, planExchange(runs, takes, packets).steps)

describe('silence for what was said', () => {
  it('[RE41] goes one for one: 60 ms for three packets of 20 ms', () => {
    const runs = [take('a', 0, 10), silence(100), { kind: 'other', count: 1 } as const]
    const { steps } = planExchange(runs, new Map([state('a')]), said('a', 10, 20))
    expect(steps).toEqual([
      { type: 'keep', count: 10 },
      { type: 'insert', packets: said('a', 10, 20) },
      { type: 'drop', count: 30 },
      { type: 'keep', count: 71 },
    ])
  })

  it('[RE41] finds its place between two takes, whatever the clock made of it: nothing is left out and nothing left over', () => {
    for (const filled of [40, 60, 75]) {
      const runs = [take('a', 0, 10), silence(filled), take('b', 0, 5)]
      expect(exchanged(runs, A_THEN_B, said('a', 10, 30))).toEqual([
        ...words('a', 0, 30),
        ...words('b', 0, 5),
      ])
    }
  })

  it('[RE41] puts in what a late burst dropped, and what a killed station had not written, where no silence stands', () => {
    const runs = [
      silence(150),
      take('a', 0, 10),
      silence(20),
      take('a', 17, 3),
      silence(150),
      take('b', 4, 6),
    ]
    const all = [...said('a', 10, 17), ...said('a', 20, 30), ...said('b', 0, 4)]
    const result = exchanged(runs, A_THEN_B, all)
    expect(result.slice(150)).toEqual([...words('a', 0, 30), ...words('b', 0, 10)])
    expect(result.slice(0, 150).every((word) => word === 'silence')).toBe(true)
  })

  it('[RE41] of a pause longer than what was said stays', () => {
    const runs = [take('a', 0, 10), silence(1_000), take('b', 0, 5)]
    const result = exchanged(runs, A_THEN_B, said('a', 10, 30))
    expect(result.filter((word) => word === 'silence')).toHaveLength(940)
  })

  it('[RE43] takes nothing that was said before the show: only what fits into its first silence', () => {
    const takes = new Map([state('a', null, 5)])
    const result = exchanged([silence(6), take('a', 10, 5)], takes, said('a', 0, 10))
    expect(result).toEqual([...words('a', 8, 10), ...words('a', 10, 15)])
  })

  it('[RE43] takes nothing that was said after the end', () => {
    const result = exchanged([take('a', 0, 10), silence(7)], new Map([state('a')]), said('a', 10, 500))
    expect(result).toEqual([...words('a', 0, 12), 'silence'])
  })

  it('[RE960] is there for a take that the recording has nothing of, whose neighbour it knows', () => {
    // The line was back for a moment, and nothing of it was written.
    const runs = [take('a', 0, 10), silence(150)]
    expect(exchanged(runs, A_THEN_B, [...said('a', 10, 30), ...said('b', 0, 100)])).toEqual([
      ...words('a', 0, 30),
      ...words('b', 0, 30),
    ])
    const first = [silence(90), take('b', 4, 5)]
    expect(exchanged(first, A_THEN_B, [...said('a', 0, 30), ...said('b', 0, 4)])).toEqual([
      ...words('a', 4, 30),
      ...words('b', 0, 9),
    ])
  })

  it('[RE960] is not there for one in no known order, from before the air, or that goes on elsewhere', () => {
    const runs = [take('a', 0, 10), silence(90)]
    const later = [...said('a', 10, 20), ...said('b', 0, 100)]
    for (const takes of [
      new Map([state('a'), state('b')]),
      new Map([state('a'), state('b', ['z', 3])]),
      new Map([state('a'), state('b', ['a', 20], 1)]),
    ])
      expect(exchanged(runs, takes, later)).toEqual([
        ...words('a', 0, 20),
        ...Array<string>(60).fill('silence'),
      ])
    const other: MapRun = { kind: 'other', count: 1 }
    const around = [take('a', 0, 10), silence(90), other, silence(30), take('b', 10, 1)]
    const result = exchanged(around, A_THEN_B, [...said('a', 10, 20), ...said('b', 0, 10)])
    expect(result.indexOf('b0')).toBeGreaterThan(result.indexOf('other'))
    expect(result.filter((word) => word !== 'silence')).toEqual([
      ...words('a', 0, 20),
      'other',
      ...words('b', 0, 11),
    ])
    const first = [silence(90), take('b', 4, 5)]
    const inAir = new Map([state('a', null, 5), state('b', ['a', 30])])
    expect(exchanged(first, inAir, said('a', 0, 30)).filter((word) => word !== 'silence')).toEqual([
      ...words('a', 5, 30),
      ...words('b', 4, 9),
    ])
    const afterAir = new Map([state('a'), state('b', ['a', 30], 4)])
    expect(exchanged(first, afterAir, said('a', 0, 30))).toEqual(exchanged(first, afterAir, []))
  })

  it('[RE961] is not needed at the edges of a recording that is shorter than its show, and nothing more comes than that', () => {
    const plan = (runs: MapRun[], packets: SaidPacket[], lackingPackets: number) =>
      carriedOut(runs, planExchange(runs, A_THEN_B, packets, lackingPackets * SAMPLES).steps)
    expect(plan([take('a', 0, 10)], [...said('a', 10, 30), ...said('b', 0, 90)], 50)).toEqual([
      ...words('a', 0, 30),
      ...words('b', 0, 30),
    ])
    // Where the beginning takes some of it, as also what no silence stood for, the end has less.
    const runs = [take('a', 5, 5), take('a', 20, 10), silence(3)]
    const all = [...said('a', 0, 5), ...said('a', 10, 20), ...said('b', 0, 90)]
    expect(plan(runs, all, 25)).toEqual([...words('a', 0, 30), ...words('b', 0, 11)])
    expect(plan(runs, all, 15)).toEqual([...words('a', 0, 30), ...words('b', 0, 1)])
  })

  it('[RE51] is not needed for what stands in another recording of the show', () => {
    const placed = (packets: SaidPacket[]) => packets.map((packet) => ({ ...packet, hasPlace: true }))
    const other: MapRun = { kind: 'other', count: 1 }
    const packets = placed([...said('a', 0, 30), ...said('b', 0, 30)])
    // At the beginning and the end of the file, all of it.
    expect(exchanged([take('a', 20, 5)], A_THEN_B, packets)).toEqual([
      ...words('a', 0, 30),
      ...words('b', 0, 30),
    ])
    // Beside something else that was on air, what goes on without a gap.
    const gapped = packets.filter(({ takeId, number }) => takeId === 'b' || number < 26)
    expect(exchanged([take('a', 20, 5), other, take('b', 9, 3), other], A_THEN_B, gapped)).toEqual([
      ...words('a', 0, 26),
      'other',
      ...words('b', 0, 30),
      'other',
    ])
    // Of a take that the file has nothing of, too.
    expect(exchanged([take('b', 20, 10)], A_THEN_B, packets)).toEqual([
      ...words('a', 0, 30),
      ...words('b', 0, 30),
    ])
    expect(exchanged([other], A_THEN_B, packets)).toEqual(['other'])
  })

  it('[RE43] that a person asked for is never exchanged', () => {
    const runs = [
      take('a', 0, 10),
      silence(3),
      { kind: 'held', count: 50 } as const,
      silence(3),
      take('a', 40, 5),
    ]
    const result = exchanged(runs, new Map([state('a')]), said('a', 10, 40))
    const held = Array<string>(50).fill('held')
    expect(result).toEqual([...words('a', 0, 11), ...held, ...words('a', 39, 45)])
  })

  it('[RE42] for a take that never had a connection follows the one before it', () => {
    const takes = new Map([state('a'), state('b', ['a', 12]), state('c', ['b', 6])])
    const runs = [take('a', 0, 10), silence(30), take('c', 0, 4)]
    const result = exchanged(runs, takes, [...said('b', 0, 6), ...said('a', 10, 12)])
    expect(result).toEqual([...words('a', 0, 12), ...words('b', 0, 6), ...words('c', 0, 4)])
  })

  it('[RE42] takes of nobody stay out, and packets that came twice stay once', () => {
    const runs = [take('a', 0, 10), silence(30), take('a', 12, 4)]
    const twice = [...said('a', 8, 14), ...said('a', 8, 14), ...said('z', 0, 9)]
    expect(exchanged(runs, new Map([state('a')]), twice)).toEqual(words('a', 0, 16))
  })

  it('[RE41] whatever was lost, what was said stands there whole, in order and once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isLost: fc.boolean(), filled: fc.nat(12), isUploaded: fc.boolean() }), {
          minLength: 2,
          maxLength: 40,
        }),
        (packets) => {
          const runs: MapRun[] = [silence(150)]
          const missing: SaidPacket[] = []
          for (const [number, { isLost, filled }] of packets.entries()) {
            const isEnd = number === 0 || number === packets.length - 1
            if (!isLost || isEnd) appendRun(runs, take('a', number, 1))
            else if (filled > 0) appendRun(runs, silence(filled))
            if (isLost && !isEnd) missing.push(...said('a', number, number + 1))
          }
          const uploaded = missing.filter(({ number }) => packets[number]?.isUploaded)
          const result = exchanged(runs, new Map([state('a')]), uploaded.toReversed())
          const gone = new Set(
            missing.filter((one) => !uploaded.includes(one)).map(({ number }) => `a${number}`),
          )
          const whole = words('a', 0, packets.length).filter((word) => !gone.has(word))
          expect(result.filter((word) => word !== 'silence')).toEqual(whole)
          if (gone.size === 0) expect(result.slice(150)).toEqual(whole)
        },
      ),
    )
  })
})
