import { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Number of inputs for an edge: `INPUTS=10000` for what is promised. */
export const INPUTS = Number(process.env.INPUTS ?? 300)
/** Seed of the short run of every day: it fails for what was changed, never by chance. */
const DAILY_SEED = 20_261_120
/** Seed of the inputs: another number each time when many are asked for, printed with a failure. */
export const SEED = Number(
  process.env.SEED || (process.env.INPUTS ? Math.floor(Math.random() * 2 ** 31) : DAILY_SEED),
)

/** Bytes that may be held more after the second half than before it. */
export const MAX_GROWTH_BYTES = 24 * 2 ** 20

/** Time limit of a run, when an input may take this long on a busy machine. */
export const limitFor = (msPerInput: number) => 60_000 + INPUTS * msPerInput

/** Bytes that are still held once nobody's garbage is counted. */
export function heldBytes(): number {
  collectGarbage()
  // Buffers of the first collection are swept aside of it, and counted off when the next one begins.
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Ends of TCP connections to the station at `origin` in this process, which has both; not those to its database. */
export function countSockets(origin: string): number {
  const port = Number(new URL(origin).port)
  return handles()
    .filter((handle) => handle instanceof Socket)
    .filter(({ localPort, remotePort }) => localPort === port || remotePort === port).length
}

/** Handles that keep the process alive: only this list tells whose connection one is. */
const handles = (process as unknown as { _getActiveHandles(): object[] })._getActiveHandles

/** Counts what an edge was asked and what came of it; prints one line. */
export class RunCounters {
  readonly #edge: string
  readonly #outcomes = new Map<string, number>()
  #inputs = 0
  #halfBytes = 0

  constructor(edge: string) {
    this.#edge = edge
  }

  get inputs(): number {
    return this.#inputs
  }

  /** `outcome` is a class of answers: `2xx`, `closed`. Half of the way memory is measured. */
  count(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
    this.#inputs += 1
    if (this.#inputs === Math.ceil(INPUTS / 2)) this.#halfBytes = heldBytes()
  }

  /** Prints the line, and gives by how many bytes memory grew over the second half. */
  report(note = ''): number {
    const growth = heldBytes() - this.#halfBytes
    const outcomes = [...this.#outcomes].sort().map(([name, count]) => `${name} ${count}`)
    const grown = `${(growth / 2 ** 20).toFixed(1)} MB in the second half`
    process.stdout.write(
      `${[this.#edge, `${this.#inputs} inputs`, ...outcomes, grown, note, `seed ${SEED}`].join(' | ')}\n`,
    )
    return growth
  }
}
