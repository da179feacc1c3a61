import ts from 'typescript'

/** One line of docs/SPEC.md: `- **AU3** In plain words.`, and the section it stands in. */
export type Rule = { id: string; section: string; line: number }
/** A test's title as it stands in the source. A title that is not a literal counts as empty. */
export type TestTitle = { title: string; file: string; line: number }

const SECTION = /^#{2,3} ([A-Z]{2}):/
const RULE = /^- \*\*([A-Z]{2}\d+)\*\* \S/
/** A rule that went stays as a line that says why: `- ~~AU3~~ In plain words.` */
const RETIRED_RULE = /^- ~~([A-Z]{2}\d+)~~ \S/
const MALFORMED_RULE = /^- (\*\*|~~)/
const LEADING_ID = /^\[([A-Z]{2}\d+)\] /
const TEST_FUNCTIONS = new Set(['it', 'test'])
/** Members of `test` that take a title and a body; the others (describe, use, step, ...) hold no rule. */
const TITLED_MEMBERS = new Set([
  'only',
  'skip',
  'fails',
  'concurrent',
  'sequential',
  'each',
  'for',
  'skipIf',
  'runIf',
  'slow',
])

/** The rules of the specification in the order they stand in, and the lines that look like one but are not. */
export function parseSpec(text: string): { rules: Rule[]; retired: string[]; problems: string[] } {
  const rules: Rule[] = []
  const retired: string[] = []
  const problems: string[] = []
  let section = ''
  for (const [index, content] of text.split('\n').entries()) {
    section = SECTION.exec(content)?.[1] ?? section
    const id = RULE.exec(content)?.[1]
    const gone = RETIRED_RULE.exec(content)?.[1]
    if (id) rules.push({ id, section, line: index + 1 })
    else if (gone) retired.push(gone)
    else if (MALFORMED_RULE.test(content))
      problems.push(`docs/SPEC.md:${index + 1} is not a rule: ${content}`)
  }
  return { rules, retired, problems }
}

/** The released rules that are neither there nor retired. `released` has their ids, and comments after `#`. */
export function lostRules(released: string, rules: readonly Rule[], retired: readonly string[]): string[] {
  const known = new Set([...rules.map(({ id }) => id), ...retired])
  const ids = released.replaceAll(/#.*/g, '').split(/\s+/).filter(Boolean)
  return ids.filter((id) => !known.has(id)).map((id) => `docs/SPEC.md has lost ${id} and does not say why`)
}

/** The titles of the tests in one source file, `it.each` tables and skipped tests included. */
export function findTestTitles(source: string, file: string): TestTitle[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind)
  const titles: TestTitle[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestCall(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
      titles.push({ title: literalText(node.arguments[0]), file, line })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return titles
}

/** Returns the mismatches of rules and tests, one sentence each; empty when they match. */
export function compareRules(rules: Rule[], titles: TestTitle[]): string[] {
  const known = new Set(rules.map((rule) => rule.id))
  const tested = new Set(titles.map(({ title }) => LEADING_ID.exec(title)?.[1]))
  return [
    ...rules.filter(({ id }, at) => rules.findIndex((other) => other.id === id) !== at).map(duplicateOf),
    ...rules.filter(({ id, section }) => !id.startsWith(section)).map(misplaced),
    ...rules.filter(({ id }) => !tested.has(id)).map((rule) => `${place(rule)} ${rule.id} has no test`),
    ...titles.flatMap((title) => titleProblem(title, known)),
  ]
}

function titleProblem({ title, file, line }: TestTitle, known: Set<string>): string[] {
  const id = LEADING_ID.exec(title)?.[1]
  if (!id) return [`${file}:${line} names no rule: "${title}"`]
  return known.has(id) ? [] : [`${file}:${line} names ${id}, which docs/SPEC.md does not have`]
}

const place = (rule: Rule) => `docs/SPEC.md:${rule.line}`
const duplicateOf = (rule: Rule) => `${place(rule)} ${rule.id} is there twice`
const misplaced = (rule: Rule) => `${place(rule)} ${rule.id} stands in section ${rule.section || '(none)'}`

/** `it(...)`, `test.only(...)`, `it.each(table)(...)`: a body follows the title. */
function isTestCall(node: ts.CallExpression): boolean {
  const [, ...rest] = node.arguments
  return rest.length > 0 && isTestFunction(node.expression) && rest.some(isFunction)
}

function isTestFunction(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return TEST_FUNCTIONS.has(node.text)
  if (ts.isPropertyAccessExpression(node)) {
    return TITLED_MEMBERS.has(node.name.text) && isTestFunction(node.expression)
  }
  if (ts.isCallExpression(node)) return isTestFunction(node.expression)
  return ts.isTaggedTemplateExpression(node) && isTestFunction(node.tag)
}

const isFunction = (node: ts.Node) =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isIdentifier(node)

function literalText(node: ts.Node | undefined): string {
  if (!node) return ''
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  return ts.isTemplateExpression(node) ? `${node.head.text}...` : ''
}
