import type { Operation } from '../../server/tests/generated/document.ts'
import { requestFile } from './request-file.ts'
import { runSqlmap } from './sqlmap.ts'
import { type AttackRow, answersOf, unattacked } from './table.ts'
import type { Target } from './target.ts'

/** Runs sqlmap on one operation's request, for at most `limitMs`. */
export async function attackOperation(
  target: Target,
  operation: Operation,
  { command, limitMs }: { command: string; limitMs: number },
): Promise<AttackRow> {
  const row = unattacked(operation.key)
  if (operation.parameters.length === 0 && !operation.body) return { ...row, outcome: 'takes no values' }
  const request = await target.goodRequest(operation)
  if (!request) return { ...row, problems: ['no request succeeded'] }
  const { text, points } = requestFile(operation, request, target.origin)
  if (points === 0) return { ...row, outcome: 'takes no values' }
  target.answers.clear()
  const { injectable, isFinished, lastWords } = await runSqlmap(command, text, limitMs)
  const requests = [...target.answers.values()].reduce((sum, count) => sum + count, 0)
  const faults = target.answers.get(500) ?? 0
  const problems = [
    ...injectable.map((name) => `INJECTABLE: ${name}`),
    ...(faults > 0 ? [`${faults} x 500`] : []),
    ...(requests === 0 ? [`nothing was sent ${lastWords}`] : []),
  ]
  const verdict = isFinished ? 'none' : 'none so far, cut short'
  const outcome = injectable.length > 0 ? 'injectable' : verdict
  return { ...row, points, requests, outcome: `${outcome} (${answersOf(target.answers)})`, problems }
}
