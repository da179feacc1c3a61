import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEndpoint } from './endpoint.ts'
import { AGENT } from './request-file.ts'
import { runQuietly } from './run-quietly.ts'

/** wapiti 3, language/vulnerability.py: from 0, information, to 4, critical. */
export const HIGH_LEVEL = 3
const LEVELS = ['information', 'low', 'medium', 'high', 'critical']

export type WapitiFinding = { category: string; level: number; what: string }
/** `cutShort` are the parts that time ended, and those that did not begin. */
export type WapitiScan = { findings: WapitiFinding[]; cutShort: string[] }
export type WapitiTarget = { origin: string; token: string; addresses: readonly string[] }

const MODULES = [
  ...['sql', 'xss', 'permanentxss', 'file', 'exec', 'crlf', 'redirect', 'ssrf', 'xxe', 'shellshock', 'csrf'],
  ...['csp', 'http_headers', 'cookieflags', 'methods', 'htaccess', 'backup'],
]
/**
 * Paths without an end, which take a module minutes, and sqlmap has them. (Its own `-x` does not start with Python
 * 3.11.)
 */
const ENDLESS = /^\/(live\.|test\/)/
/** Of the whole time, for finding pages; the modules share the rest. */
const CRAWL_SHARE = 1 / 4
/** After its own limits it finishes what it asks, module by module, and writes. */
const WRITES_WITHIN_MS = 120_000

/** Scans a station, seeded with its addresses, and gives what was found. Throws when there is no report. */
export async function runWapiti(
  command: string,
  { origin, token, addresses }: WapitiTarget,
  limitMs: number,
): Promise<WapitiScan> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-wapiti-'))
  const report = join(folder, 'report.json')
  const endpoint = await openEndpoint()
  const modules = process.env.LONG ? [...MODULES, 'blindsql'] : MODULES
  const crawlSeconds = Math.ceil((limitMs * CRAWL_SHARE) / 1_000)
  const moduleSeconds = Math.ceil((limitMs * (1 - CRAWL_SHARE)) / 1_000 / modules.length)
  const args = [
    ...['-u', `${origin}/`, '--scope', 'folder', '-m', modules.join(','), '--flush-session'],
    ...addresses.filter((one) => !ENDLESS.test(one)).flatMap((address) => ['-s', origin + address]),
    ...['-H', `Authorization: Bearer ${token}`, '-A', AGENT, '-f', 'json', '-o', report],
    ...['--endpoint', endpoint.origin, '--no-bugreport', '--store-session', folder, '--store-config', folder],
    ...['--max-scan-time', String(crawlSeconds), '--max-attack-time', String(moduleSeconds), '-t', '10'],
  ]
  try {
    const { output } = await runQuietly(command, args, { folder, limitMs: limitMs + WRITES_WITHIN_MS })
    if (!existsSync(report)) throw new Error(`wapiti wrote no report:\n${output.slice(-2_000)}`)
    const findings = [...readWapiti(readFileSync(report, 'utf8')), ...endpoint.visits.map(fetched)]
    return { findings, cutShort: cutShortOf(output, modules) }
  } finally {
    await endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fetched(address: string): WapitiFinding {
  return { category: 'Server Side Request Forgery', level: 4, what: `the station asked for ${address}` }
}

/** Reads wapiti's report. */
export function readWapiti(report: string): WapitiFinding[] {
  type Entry = { level: number | string; method: string; path: string; parameter: string; info: string }
  const { vulnerabilities } = JSON.parse(report) as { vulnerabilities: Record<string, Entry[]> }
  return Object.entries(vulnerabilities).flatMap(([category, entries]) =>
    entries.map(({ level, method, path, parameter, info }) => ({
      category,
      level: Number(level),
      what: `${method} ${path} ${parameter}: ${info.replaceAll(/\s+/g, ' ')}`,
    })),
  )
}

/** Which parts did not come to their end, from what wapiti said. */
export function cutShortOf(output: string, modules: readonly string[]): string[] {
  const named = (words: RegExp) => [...output.matchAll(words)].map(([, name = '']) => name)
  const begun = named(/Launching module (\w+)/g)
  const ended = named(/Max attack time was reached for module (\w+)/g)
  const pages = output.includes('Max scan time was reached') ? ['finding pages'] : []
  return [...pages, ...modules.filter((name) => !begun.includes(name) || ended.includes(name))]
}

/** `3 low, 1 high`, the worst last; `nothing`. */
export function byLevel(findings: readonly WapitiFinding[]): string {
  const counts = LEVELS.map((name, level) => ({
    name,
    count: findings.filter((one) => one.level === level).length,
  }))
  const nonZero = counts.filter(({ count }) => count > 0).map(({ name, count }) => `${count} ${name}`)
  return nonZero.join(', ') || 'nothing'
}
