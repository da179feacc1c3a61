import ts from 'typescript'
import { parseSource } from './source.ts'

/** Classes of one source file, with the number of their members: fields, accessors, methods. */
export function findClasses(text: string, file: string): { name: string; file: string; members: number }[] {
  const classes: { name: string; file: string; members: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node))
      classes.push({ name: node.name?.text ?? '(anonymous)', file, members: node.members.length })
    ts.forEachChild(node, visit)
  }
  visit(parseSource(text, file))
  return classes
}
