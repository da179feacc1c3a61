/** `npm run doctor [-- --json]`: looks at a station's settings and everything that they name, and says what to do. */
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { examine, type Result } from '../server/src/doctor/examine.ts'
import { patientOf } from '../server/src/doctor/patient.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const config = readConfig(process.env)
const results: Result[] = config.ok
  ? [
      { name: 'settings', verdict: 'OK', message: 'Each can be read.' },
      ...(await examine(patientOf(config.value, Date.now))),
    ]
  : config.errors.map((message) => ({ name: 'settings', verdict: 'FAIL', message: `${message}.` }))

const count = (requested: Result['verdict']) => results.filter(({ verdict }) => verdict === requested).length
const hasFailed = count('FAIL') > 0
process.stdout.write(values.json ? `${JSON.stringify({ ok: !hasFailed, results }, null, 2)}\n` : table())
// What a check left open, such as a connection that hangs, is not waited for.
process.exit(hasFailed ? 1 : 0)

function table(): string {
  const lines = results.map(
    ({ verdict, name, message }) => `${verdict.padEnd(5)}${name.padEnd(10)}${message}`,
  )
  lines.push(
    '',
    `${count('OK')} are fine, ${count('WARN')} to be looked at, ${count('FAIL')} have to be mended.`,
  )
  return `${lines.join('\n')}\n`
}
