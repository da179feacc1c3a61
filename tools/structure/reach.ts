import { dirname, join } from 'node:path'
import ts from 'typescript'
import { parseSource } from './source.ts'

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
