import ts from 'typescript'
import { parseSource } from './source.ts'

/** A function as it stands in a file: its own lines, signature and closing brace included. */
export type FunctionSpan = { name: string; file: string; line: number; lines: number; reason: string | null }

/** Longest function that needs no reason. */
export const MAX_FUNCTION_LINES = 60

const REASON = /^\/\/ Long: (\S.{7,})$/m

/** Functions with a body in one source file, nested ones counted by themselves and within those around them. */
export function findFunctions(text: string, file: string): FunctionSpan[] {
  const tree = parseSource(text, file)
  const spans: FunctionSpan[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) spans.push(spanOf(node, tree, file))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return spans
}

/** Functions longer than `MAX_FUNCTION_LINES` without a comment `// Long: why.` above them, a sentence each. */
export function findLongFunctions(spans: readonly FunctionSpan[]): string[] {
  return spans
    .filter(({ lines, reason }) => lines > MAX_FUNCTION_LINES && reason === null)
    .map(
      ({ name, file, line, lines }) => `${file}:${line} ${name} has ${lines} lines, and no "// Long: why."`,
    )
}

function spanOf(node: ts.Node, tree: ts.SourceFile, file: string): FunctionSpan {
  const line = lineOf(node.getStart(tree), tree)
  return {
    name: nameOf(node, tree),
    file,
    line,
    lines: lineOf(node.getEnd(), tree) - line + 1,
    reason: reasonFor(node, tree),
  }
}

function nameOf(node: ts.Node, tree: ts.SourceFile): string {
  const named =
    ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent) ? node.parent : node
  return 'name' in named && named.name ? (named.name as ts.Node).getText(tree) : '(anonymous)'
}

/** The comment stands above the statement that the function is, or is the value of. */
function reasonFor(node: ts.Node, tree: ts.SourceFile): string | null {
  let holder = node
  while (ts.isVariableDeclaration(holder.parent) || ts.isVariableDeclarationList(holder.parent))
    holder = holder.parent
  if (ts.isVariableStatement(holder.parent)) holder = holder.parent
  return REASON.exec(holder.getFullText(tree).slice(0, holder.getLeadingTriviaWidth(tree)))?.[1] ?? null
}

const lineOf = (position: number, tree: ts.SourceFile) =>
  tree.getLineAndCharacterOfPosition(position).line + 1
