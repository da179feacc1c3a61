import type { Campus } from '@carillon/testkit/campus'
import type { Fault, FaultContext, Row } from './fault.ts'
import { FaultRig, type Measures, MOST_MISSING_MS } from './fault-rig.ts'

const MEGA = 1e6
/** Time until a recording has all that was uploaded. */
const ARCHIVE_LIMIT_MS = 90_000
/** Growth that a server may keep: compiled code, pools and caches, and no trace of an attack. */
const MOST_HELD_GROWTH_BYTES = 24 * MEGA
/** Connections to the database and of callers that are still kept alive. */
const MOST_DESCRIPTOR_GROWTH = 24

/** Options of the run of a fault. */
export type RunOptions = {
  isQuick: boolean
  /** Whether the audio gap must be zero: a machine that is busy with other tests may make one by itself. */
  isGapJudged: boolean
  say(words: string): void
}

/** Does one fault to a station of its own and tells what became of every promise. Never throws. */
export async function runFault(fault: Fault, { isQuick, isGapJudged, say }: RunOptions): Promise<Row> {
  const { name, sentence } = fault
  const row: Row = { name, sentence, outcome: 'not run', figure: '', measures: null, problems: [] }
  const cleanings: (() => Promise<void> | void)[] = []
  let measured: FaultRig | null = null
  const context: FaultContext = {
    isQuick,
    say,
    async open(setting) {
      const rig = await FaultRig.open(setting ?? {}, isGapJudged)
      cleanings.push(() => rig.close())
      return rig
    },
    async openAcross(doorsOf = eachInstance) {
      const rig = await FaultRig.openAcross(doorsOf, isGapJudged)
      cleanings.push(() => rig.close())
      return rig
    },
    async measure(rig, action) {
      const measures = await rig.measure(action)
      measured = rig
      const gap = isGapJudged && !fault.endsProcess ? gapIn(measures) : []
      row.problems.push(...gap, ...brokenBy(measures), ...rig.faults)
      row.measures = measures
      return measures
    },
    promise: (holds, words) => void (holds || row.problems.push(`not so: ${words}`)),
    atEnd: (clean) => void cleanings.push(clean),
  }
  const note = (error: unknown) => void row.problems.push(String(error))
  const noteMissing = (missingMs: number) =>
    missingMs > MOST_MISSING_MS && note(`${missingMs.toFixed(0)} ms are missing in the archive`)
  const lacks = fault.lacks?.() ?? null
  if (lacks) return { ...row, problems: [lacks] }
  row.figure = (await fault.run(context).catch(note)) ?? ''
  if (measured && row.measures) await lookAtArchive(measured, row.measures).then(noteMissing, note)
  for (const clean of cleanings.reverse()) await Promise.resolve().then(clean).catch(note)
  return { ...row, outcome: row.problems.length === 0 ? 'kept' : 'broken' }
}

async function lookAtArchive(rig: FaultRig, measures: Measures): Promise<number> {
  measures.missingMs = await rig.missingInArchive(ARCHIVE_LIMIT_MS)
  return measures.missingMs
}

function eachInstance({ instances }: Campus): string[] {
  return instances.map(({ address }) => address)
}

function gapIn({ audioGapMs }: Measures): string[] {
  return audioGapMs > 0 ? [`nothing was to be heard for ${audioGapMs.toFixed(0)} ms`] : []
}

/** Promises broken that hold in every fault, also when the process was ended. */
function brokenBy({ lost, heldBytes, descriptors }: Measures): string[] {
  const grownBytes = heldBytes.after - heldBytes.before
  const more = descriptors.after - descriptors.before
  return [
    ...lost.map((each) => `lost: ${each}`),
    ...(grownBytes > MOST_HELD_GROWTH_BYTES
      ? [`${(grownBytes / MEGA).toFixed(0)} MB more are held afterwards`]
      : []),
    ...(more > MOST_DESCRIPTOR_GROWTH ? [`${more} more descriptors are open afterwards`] : []),
  ]
}
