import type { Fault, Row, Stage } from './fault.ts'
import { type Measures, Scene } from './scene.ts'

const MEGA = 1e6
/** What a server may hold more afterwards: compiled code, pools and caches, and no trace of an attack. */
const MOST_HELD_GROWTH_BYTES = 24 * MEGA
/** Connections to the database and of callers that are still kept alive. */
const MOST_DESCRIPTOR_GROWTH = 24

/** How a fault is run. */
export type RunOptions = {
  isQuick: boolean
  /** Whether the audio gap must be zero: a machine that is busy with other tests may make one by itself. */
  isGapJudged: boolean
  say(words: string): void
}

/** Does one fault to a station of its own and tells what became of every promise. Never throws. */
export async function runFault(fault: Fault, { isQuick, isGapJudged, say }: RunOptions): Promise<Row> {
  const lacks = fault.lacks?.() ?? null
  const { name, sentence } = fault
  if (lacks) return { name, sentence, outcome: 'not run', figure: '', measures: null, problems: [lacks] }
  const problems: string[] = []
  const cleanings: (() => Promise<void> | void)[] = []
  let measures: Measures | null = null
  const stage: Stage = {
    isQuick,
    say,
    async open(setting) {
      const scene = await Scene.open(setting)
      cleanings.push(() => scene.close())
      return scene
    },
    async measure(scene, action) {
      measures = await scene.measure(action)
      problems.push(...brokenBy(measures, fault, isGapJudged), ...scene.ear.faults, ...scene.nearEar.faults)
      return measures
    },
    promise: (holds, words) => void (holds || problems.push(`not so: ${words}`)),
    atEnd: (clean) => void cleanings.push(clean),
  }
  const figure = await fault.run(stage).catch((error: Error) => {
    problems.push(error.message)
    return ''
  })
  for (const clean of cleanings.reverse())
    await Promise.resolve(clean()).catch((error: Error) => void problems.push(error.message))
  return { name, sentence, outcome: problems.length === 0 ? 'kept' : 'broken', figure, measures, problems }
}

/** What must hold in every fault. */
function brokenBy(measures: Measures, { endsProcess = false }: Fault, isGapJudged: boolean): string[] {
  const { lost, audioGapMs, heldBytes, descriptors } = measures
  const problems = lost.map((each) => `lost: ${each}`)
  if (isGapJudged && !endsProcess && audioGapMs > 0)
    problems.push(`nothing was to be heard for ${audioGapMs.toFixed(0)} ms`)
  const grownBytes = heldBytes.after - heldBytes.before
  if (!endsProcess && grownBytes > MOST_HELD_GROWTH_BYTES)
    problems.push(`${(grownBytes / MEGA).toFixed(0)} MB more are held afterwards`)
  const more = descriptors.after - descriptors.before
  if (more > MOST_DESCRIPTOR_GROWTH) problems.push(`${more} more descriptors are open afterwards`)
  return problems
}
