/**
 * From the program's start to its first answer: on an empty folder, and on one that already holds a station.
 *
 *   node bench/start-up.ts          environment: ROUNDS (5)
 *
 * The peer in the same run is `node -e 0`: what starting Node alone costs here.
 */
import { execFileSync } from 'node:child_process'
import { median } from '@carillon/testkit/process-cost'
import { Station } from '@carillon/testkit/station'

const ROUNDS = Number(process.env.ROUNDS ?? 5)

const empty: number[] = []
const existing: number[] = []
const bare: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await timed(() => execFileSync(process.execPath, ['-e', '0'])))
  let station: Station | undefined
  empty.push(await timed(async () => (station = await Station.start())))
  if (!station) throw new Error('no station')
  const started = station
  await started.killServer()
  existing.push(await timed(() => started.startServer()))
  await started.close()
}
print('node alone', bare)
print('existing folder', existing)
print('empty folder', empty)

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function print(name: string, times: number[]): void {
  const ratio = (median(times) / median(bare)).toFixed(1)
  console.log(
    `${name.padEnd(16)} ${median(times).toFixed(0)} ms to the first answer, ${ratio} times Node alone`,
  )
}
