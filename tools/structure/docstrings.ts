import ts from 'typescript'
import { parseSource } from './source.ts'

/** First words behind which the noun or verb that a reader looks for would be hidden. */
const VAGUE_START = /^(What|Whatever|That|Who|Whom|Whoever|Where|How)\b/

/** Docstrings that begin with a vague word, a sentence each. */
export function findVagueDocstrings(text: string, file: string): string[] {
  const tree = parseSource(text, file)
  const findings: string[] = []
  const visit = (node: ts.Node): void => {
    const comment = docstringOf(node)
    const [start] = comment ? (VAGUE_START.exec(textOf(comment)) ?? []) : []
    if (comment && start) findings.push(`${placeOf(comment, tree, file)} a docstring begins with "${start}"`)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return findings
}

function docstringOf(node: ts.Node): ts.JSDoc | null {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return comments.findLast(({ parent }) => parent === node) ?? null
}

function textOf({ comment }: ts.JSDoc): string {
  return ts.getTextOfJSDocComment(comment)?.trim() ?? ''
}

function placeOf(node: ts.Node, tree: ts.SourceFile, file: string): string {
  return `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
}
