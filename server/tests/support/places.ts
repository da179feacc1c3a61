import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { APP_DESTINATIONS, DESTINATIONS } from '@carillon/contract/destination'
import type { Kind } from '../../src/holdings/holding.ts'
import type { TestStation } from './station.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Looked at by hand: what tests use, what runs in a process of its own, and what only looks from outside. */
const LEFT_OUT = /\.test\.ts$|\/testing\.ts$|\/fixtures\/|\/doctor\/|\/holdings\//

type Source = { file: string; text: string }

const sources = sourcesIn('{server,media}/src')
const users = [...sources, ...sourcesIn('contract/src')]

function sourcesIn(folders: string): Source[] {
  return globSync(`${folders}/**/*.ts`, { cwd: ROOT })
    .filter((file) => !LEFT_OUT.test(file))
    .sort()
    .map((file) => ({ file, text: readFile(file) }))
}

/** A file of the project, by its path from the root. */
export function readFile(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Whether the program uses a constant: where it is declared, or where it is imported from there. */
export function isUsed(name: string, file: string): boolean {
  const use = new RegExp(`(?<![\\w$]|\\w\\.)${name}(?![\\w$])`)
  const isOwn = readFile(file).split(use).length > 2
  const imported = new RegExp(`from '[^']*/${basename(file, '.ts')}(?:\\.ts)?'`)
  return isOwn || users.some(({ text }) => imported.test(text) && use.test(text))
}

/** Everything there is of each sort, found where it is declared: in the running station, in the contract, or in the sources. */
export function findPlaces({ app }: TestStation): Record<Kind, string[]> {
  return {
    call: [
      ...app.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
      ...app.rawRoutes.flatMap(({ path, methods = ['GET'] }) => methods.map((method) => `${method} ${path}`)),
    ],
    topic: Object.values(DESTINATIONS).map(({ pattern }) => pattern),
    appDestination: Object.values(APP_DESTINATIONS).map(({ pattern }) => pattern),
    socket: app.upgrades.map(({ path }) => path),
    source: ['every connection', ...app.protocolRoutes.flatMap(({ prefixes }) => prefixes)],
    table: findTables(),
    memory: [...findInSources(COLLECTIONS), ...findInSources(KEPT_LISTS, /\/create-[^/]*$/)],
    line: findInSources(LINES),
    timer: filesWith(/\bsetInterval\(/),
    process: filesWith(/\b(?:spawn|fork|execFile|new Worker)\(/),
    file: filesWith(WRITES, /from 'node:fs(?:\/promises)?'/),
  }
}

/** Maps, sets, and lists that outlive a call: fields of a class, and what a builder keeps. */
const COLLECTIONS = [
  /^\s*(?:readonly |const |let )?(?!this\b)(#?\w+)\b.* = new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)$/gm,
  /^ {2}(?:readonly )?(#\w+)\b.* = \[\]$/gm,
]
/** Lists that a builder keeps beside the functions that it gives. */
const KEPT_LISTS = [/^ {2}(?:const|let) (\w+): .* = \[\]$/gm]
const LINES = [/(?<!function )\b(createSerialQueue|createBatchQueue|createSemaphore|createPasswordLine)\(/g]
const WRITES =
  /\b(?:createWriteStream|writeFile|writeFileSync|open|openSync|copyFile|appendFile|rename|renameSync)\(/

function findInSources(patterns: readonly RegExp[], where = /./): string[] {
  const looked = sources.filter(({ file }) => where.test(file))
  const found = looked.flatMap(({ file, text }) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => `${file} ${name}`)),
  )
  return [...new Set(found)]
}

function filesWith(...patterns: readonly RegExp[]): string[] {
  return sources.filter(({ text }) => patterns.every((pattern) => pattern.test(text))).map(({ file }) => file)
}

/** Tables that the steps of the database leave. */
function findTables(): string[] {
  const folder = join(ROOT, 'server/src/db/migrations')
  const steps = readdirSync(folder).sort()
  const sql = [
    ...steps.map((step) => readFileSync(join(folder, step), 'utf8')),
    readFile('server/src/db/migrate.ts'),
  ]
  const tables = new Set<string>()
  for (const [, act, name = ''] of sql.join('\n').matchAll(TABLE))
    if (act?.toUpperCase() === 'DROP') tables.delete(name)
    else tables.add(name)
  return [...tables]
}

const TABLE = /\b(CREATE|DROP) (?:UNLOGGED )?TABLE (?:IF (?:NOT )?EXISTS )?(\w+)/gi
