import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** One file of Vite's manifest, with what it needs at once and what it may load later. */
type Chunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
type Manifest = Record<string, Chunk>
type Row = { what: string; budgetKb: number; bytes: number }

const KB = 1024
/** Parts that are loaded by a press, or by a new station alone, not by themselves. */
const ON_PRESS = new Set([
  'src/app/palette/palette.tsx',
  'src/app/shortcuts/shortcut-help.tsx',
  'src/app/pages/admin/start-list.tsx',
  'src/app/pages/moderator/author-card.tsx',
  'src/features/auth/people/ban-person.tsx',
  'src/features/auth/people/unban-dialog.tsx',
  'src/app/pages/dj/dj-room.tsx',
  'src/app/pages/dj/debrief.tsx',
  'src/app/slots/end-notes.tsx',
  'src/features/staff-line/staff-line-panel.tsx',
  'src/features/stream/control/end-show-dialog.tsx',
  'src/features/stream/dj/views/end-question.tsx',
  'src/features/stream/dj/encoder/program-access.tsx',
  'src/features/stream/dj/views/test-panel.tsx',
  'src/app/slots/recording-bar-host.tsx',
  'src/features/stream/listener/pill-player.tsx',
])
/** Modules whose file the bundler names by what is in it (`web/chunk-groups.ts`), not by the one that it begins with. */
const GATHERED: Record<string, string> = {
  'index.html': 'start',
  'src/app/layout/app-layout.tsx': 'shared',
  'src/app/pages/listen/listen-page.tsx': 'listen',
}
const dist = new URL('../web/dist/', import.meta.url)

const manifest: Manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'))
const rows = await measure(manifest)
print(rows)
process.exitCode = rows.some(isOver) ? 1 : 0

/** The rows of the budget table whose pages exist, in bytes as they travel. */
async function measure(chunks: Manifest): Promise<Row[]> {
  const shell = closure(chunks, ['index.html'])
  const page = (name: string) =>
    closure(chunks, ['index.html', ...frameOf(name), `src/app/pages/${name}.tsx`])
  // Every page has the bell and the account's menu, which come a moment later: none of them adds these.
  const everywhere = closure(chunks, ['src/features/notifications/bell.tsx', 'src/app/layout/user-menu.tsx'])
  const known = new Set([...page('listen/listen-page'), ...everywhere])
  const added = (name: string) => difference(withLater(chunks, page(name)), known)
  const row = async (what: string, budgetKb: number, keys: Set<string>): Promise<Row> => ({
    what,
    budgetKb,
    bytes: await scriptBytes(chunks, keys),
  })
  return [
    await row('JS, first load of / signed out', 165, page('listen/listen-page')),
    await row('JS, /login', 150, page('gate/login-page')),
    await row('JS, /register', 150, page('gate/register-page')),
    await row('JS, /schedule', 150, page('schedule/schedule-page')),
    await row('JS, /announcements', 150, page('announcements/announcements-page')),
    await row('JS added by /dj-dashboard', 60, added('dj/dj-dashboard-page')),
    await row('JS added by /admin', 45, added('admin/admin-page')),
    await row('JS added by announcement editor', 140, added('announcements/announcement-form-page')),
    await row('JS added by /moderator', 45, added('moderator/moderator-page')),
    await row('JS added by /broadcast-history', 45, added('history/history-page')),
    await row('JS added by /analytics', 25, added('analytics/analytics-page')),
    await row('JS added by /library, its converter included', 160, added('library/library-page')),
    { what: 'CSS, total', budgetKb: 18, bytes: await cssBytes(chunks) },
    { what: 'Fonts, total', budgetKb: 60, bytes: await fontBytes(chunks, shell) },
  ]
}

/** Sign-in and sign-up stand without the layout. */
function frameOf(page: string): string[] {
  return page.startsWith('gate/') ? [] : ['src/app/layout/app-layout.tsx']
}

/** Everything a set of entries needs before it runs. */
function closure(chunks: Manifest, entries: string[]): Set<string> {
  const found = new Set<string>()
  const waiting = entries.map((entry) => keyOf(chunks, entry))
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue
    found.add(key)
    waiting.push(...(chunkOf(chunks, key).imports ?? []))
  }
  return found
}

function keyOf(chunks: Manifest, entry: string): string {
  const gathered = GATHERED[entry]
  if (gathered === undefined) return entry
  // With its hash: another file may be called the same and more.
  const name = new RegExp(`^_${gathered}-[\\w-]{8}\\.js$`)
  return Object.keys(chunks).find((key) => name.test(key)) ?? entry
}

/** A page with what it loads by itself a moment later; what other pages' parts in a gathered file load is not its own. */
function withLater(chunks: Manifest, keys: Set<string>): Set<string> {
  const gathered = new Set(Object.keys(GATHERED).map((entry) => keyOf(chunks, entry)))
  const later = [...keys]
    .filter((key) => !gathered.has(key))
    .flatMap((key) => chunkOf(chunks, key).dynamicImports ?? [])
    .filter((key) => !ON_PRESS.has(key))
  return closure(chunks, [...keys, ...later])
}

function difference(keys: Set<string>, without: Set<string>): Set<string> {
  return new Set([...keys].filter((key) => !without.has(key)))
}

function chunkOf(chunks: Manifest, key: string): Chunk {
  const chunk = chunks[key]
  if (!chunk) throw new Error(`${key} is not in the manifest: build the web app first`)
  return chunk
}

/** Scripts, and the workers and worklets they bring as files. */
async function scriptBytes(chunks: Manifest, keys: Set<string>): Promise<number> {
  const files = [...keys].flatMap((key) => [
    chunkOf(chunks, key).file,
    ...(chunkOf(chunks, key).assets ?? []),
  ])
  return sum(files.filter((file) => file.endsWith('.js')).map(gzippedBytes))
}

async function cssBytes(chunks: Manifest): Promise<number> {
  return sum(unique(Object.values(chunks).flatMap((chunk) => chunk.css ?? [])).map(gzippedBytes))
}

/** Fonts are compressed already: they travel as they are. */
async function fontBytes(chunks: Manifest, shell: Set<string>): Promise<number> {
  const assets = [...Object.values(chunks), ...[...shell].map((key) => chunkOf(chunks, key))]
  const files = assets.flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
  return sum(
    unique(files.filter((file) => file.endsWith('.woff2'))).map(
      async (file) => (await readFile(new URL(file, dist))).length,
    ),
  )
}

async function gzippedBytes(file: string): Promise<number> {
  return gzipSync(await readFile(new URL(file, dist)), { level: 9 }).length
}

async function sum(sizes: Promise<number>[]): Promise<number> {
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}

function unique(files: string[]): string[] {
  return [...new Set(files)]
}

/** Judged in whole kilobytes, as the table is written. */
function isOver(row: Row): boolean {
  return Math.round(row.bytes / KB) > row.budgetKb
}

function print(table: Row[]): void {
  console.log(`Budgets of ${fileURLToPath(dist)}`)
  for (const row of table) {
    const size = (row.bytes / KB).toFixed(1).padStart(7)
    console.log(
      `${isOver(row) ? 'OVER' : '  ok'} ${size} of ${String(row.budgetKb).padStart(3)} KB  ${row.what}`,
    )
  }
}
