import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runQuietly } from './run-quietly.ts'

/** Findings of sqlmap: the parameters that can be injected, and whether it came to the end of its tests. */
export type SqlmapFinding = { injectable: string[]; isFinished: boolean; lastWords: string }

const OPTIONS = [
  ...['--batch', '--level=2', '--risk=2', '--dbms=PostgreSQL', '--flush-session', '--disable-coloring'],
  // Refusals are what a station answers to most of this; they are pages to compare like any other.
  ...['--ignore-code=400,401,403,404,409,413,415,422,429', '--ignore-redirects'],
  ...['--timeout=10', '--retries=0', '--ignore-stdin'],
]

/** Attacks one request, written as `requestFile` does, until `limitMs`. `LONG=1` adds attacks by time. */
export async function runSqlmap(command: string, request: string, limitMs: number): Promise<SqlmapFinding> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-sqlmap-'))
  const results = join(folder, 'results')
  mkdirSync(results)
  try {
    writeFileSync(join(folder, 'request'), request)
    const technique = process.env.LONG ? 'BEUST' : 'BEUS'
    const args = ['-r', join(folder, 'request'), `--technique=${technique}`, `--output-dir=${results}`]
    const { output } = await runQuietly(command, [...args, ...OPTIONS], { folder, limitMs })
    const logs = globSync(join(results, '*/log')).map((path) => readFileSync(path, 'utf8'))
    return readSqlmap(logs.join('\n'), output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads sqlmap's log of a target, which names what was injected, and what it said, which tells whether it finished. */
export function readSqlmap(log: string, output: string): SqlmapFinding {
  const named = [...log.matchAll(/^Parameter: (.+)$/gm)].map(([, name = '']) => name)
  const said = [...output.matchAll(/parameter '([^']+)' is vulnerable/g)].map(([, name = '']) => name)
  const injectable = [...new Set([...named, ...said])]
  const isFinished =
    injectable.length > 0 || output.includes('all tested parameters do not appear to be injectable')
  const lines = output.split('\n').filter((line) => /\[(ERROR|CRITICAL)\]/.test(line))
  return { injectable, isFinished, lastWords: lines.at(-1) ?? '' }
}
