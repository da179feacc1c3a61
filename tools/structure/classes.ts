import ts from 'typescript'
import { parseSource } from './source.ts'

/** A class with the number of its members: fields, accessors, methods. */
export type ClassSpan = { name: string; file: string; members: number; reason: string | null }

/** Most members of a class that needs no reason. */
export const MAX_MEMBERS = 25

const REASON = /^\/\/ Members: (\S.{7,})$/m

/** Classes of one source file. */
export function findClasses(text: string, file: string): ClassSpan[] {
  const tree = parseSource(text, file)
  const classes: ClassSpan[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      const above = node.getFullText(tree).slice(0, node.getLeadingTriviaWidth(tree))
      const reason = REASON.exec(above)?.[1] ?? null
      classes.push({ name: node.name?.text ?? '(anonymous)', file, members: node.members.length, reason })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return classes
}

/** Classes of more than `MAX_MEMBERS` without a comment `// Members: why.` above them, a sentence each. */
export function findLargeClasses(classes: readonly ClassSpan[]): string[] {
  return classes
    .filter(({ members, reason }) => members > MAX_MEMBERS && reason === null)
    .map(({ name, file, members }) => `${file} ${name} has ${members} members, and no "// Members: why."`)
}
