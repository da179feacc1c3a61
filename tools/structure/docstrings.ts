import ts from 'typescript'
import { parseSource } from './source.ts'

/** First words behind which the noun or verb that a reader looks for would be hidden. */
const VAGUE_START = /^(What|Whatever|That|Who|Whom|Whoever|Where|How)\b/

/** Docstrings of exports and their members that begin with a vague word, a sentence each. */
export function findVagueDocstrings(text: string, file: string): string[] {
  const tree = parseSource(text, file)
  const findings: string[] = []
  const visit = (node: ts.Node, isWithinExport: boolean): void => {
    const isExported = isWithinExport || hasExport(node)
    const comment = isExported ? docstringOf(node) : null
    const [start] = comment ? (VAGUE_START.exec(textOf(comment)) ?? []) : []
    if (comment && start) findings.push(`${placeOf(comment, tree, file)} a docstring begins with "${start}"`)
    ts.forEachChild(node, (child) => visit(child, isExported))
  }
  visit(tree, false)
  return findings
}

function hasExport(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function docstringOf(node: ts.Node): ts.JSDoc | null {
  return ts
    .getJSDocCommentsAndTags(node)
    .findLast((each) => ts.isJSDoc(each) && each.parent === node) as ts.JSDoc | null
}

function textOf({ comment }: ts.JSDoc): string {
  return ts.getTextOfJSDocComment(comment)?.trim() ?? ''
}

function placeOf(node: ts.Node, tree: ts.SourceFile, file: string): string {
  return `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
}
