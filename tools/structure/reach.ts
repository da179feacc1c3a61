import { dirname, join } from 'node:path'
import ts from 'typescript'
import { parseSource } from './source.ts'

/** First file of the web app: what it loads is there before any page is. */
const APP = 'web/src/main.tsx'
/** Most files that a page loads besides those of the app itself. */
const PAGES = [
  { page: 'web/src/app/pages/listen/listen-page.tsx', most: 100 },
  { page: 'web/src/app/pages/gate/login-page.tsx', most: 30 },
  { page: 'web/src/app/pages/settings/settings-page.tsx', most: 60 },
]

/** Files that these pages load: all of them, and those that the app has not loaded before. */
export function filesOfPages(sources: ReadonlyMap<string, string>) {
  const app = filesLoadedBy(APP, sources)
  return PAGES.map(({ page, most }) => {
    const files = filesLoadedBy(page, sources)
    return { page, most, all: files.size, own: [...files].filter((file) => !app.has(file)).length }
  })
}

/** Pages that load more files of their own than they may, a sentence each. */
export function findLargePages(sources: ReadonlyMap<string, string>): string[] {
  return filesOfPages(sources)
    .filter(({ own, most }) => own > most)
    .map(({ page, own, most }) => `${page} loads ${own} files of its own, and may load ${most}`)
}

/** Files that `start` loads with itself: its static imports and theirs, types and packages left out. */
export function filesLoadedBy(start: string, sources: ReadonlyMap<string, string>): Set<string> {
  const loaded = new Set<string>()
  const waiting = [start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = sources.get(file)
    if (text === undefined || loaded.has(file)) continue
    loaded.add(file)
    waiting.push(...importsOf(text, file))
  }
  return loaded
}

function importsOf(text: string, file: string): string[] {
  return parseSource(text, file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const { moduleSpecifier } = statement
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || isForTypes(statement)) return []
    const name = moduleSpecifier.text
    return name.startsWith('.') ? [join(dirname(file), name)] : []
  })
}

function isForTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly
  const clause = statement.importClause
  if (!clause || clause.isTypeOnly) return clause !== undefined
  const { name, namedBindings } = clause
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false
  return namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
}
