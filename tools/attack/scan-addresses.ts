import type { AttackRow } from './table.ts'
import type { Target } from './target.ts'
import { byLevel, HIGH_LEVEL, runWapiti } from './wapiti.ts'

/** Runs wapiti on every address that can be got, for at most `limitMs`; says what it found. */
export async function scanAddresses(
  target: Target,
  { command, limitMs }: { command: string; limitMs: number },
): Promise<AttackRow> {
  const addresses: string[] = []
  for (const operation of target.operations.filter(({ method }) => method === 'GET')) {
    const request = await target.goodRequest(operation)
    if (request) addresses.push(request.target)
  }
  target.answers.clear()
  const { token } = target.world.root
  const { findings, cutShort } = await runWapiti(
    command,
    { origin: target.origin, token, addresses },
    limitMs,
  )
  for (const { level, category, what } of findings)
    console.log(`wapiti, level ${level}: ${category}: ${what}`)
  const high = findings.filter(({ level }) => level >= HIGH_LEVEL)
  const faults = target.answers.get(500) ?? 0
  return {
    name: 'wapiti',
    points: addresses.length,
    requests: [...target.answers.values()].reduce((sum, count) => sum + count, 0),
    outcome: [byLevel(findings), cutShort.length > 0 && `cut short: ${cutShort.join(', ')}`]
      .filter(Boolean)
      .join('; '),
    problems: [
      ...high.map(({ category, what }) => `${category}: ${what}`),
      ...(faults > 0 ? [`${faults} x 500`] : []),
    ],
  }
}
