/** Inline element of a text. Bold and italic may hold each other and links, nothing holds its own kind. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; children: Inline[] }
  | { kind: 'italic'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
export type Block =
  | { kind: 'heading'; children: Inline[] }
  /** `numbers` are those that were written, one for each item; null for a list without. */
  | { kind: 'list'; numbers: number[] | null; items: Inline[][] }
  /** Each line of a paragraph keeps its place. */
  | { kind: 'paragraph'; lines: Inline[][] }

type MarkKind = Exclude<Inline['kind'], 'text'>
type Mark = { kind: MarkKind; pattern: RegExp }

const HEADING = /^#{1,3} +(\S.*)$/
const ITEM = /^[-*] +(\S.*)$/
const NUMBERED_ITEM = /^(\d{1,3})[.)] +(\S.*)$/
/** Addresses that lead to a page or a letter; all others, `javascript:` first of all, stay words. */
const SAFE_ADDRESS = /^(?:https?:\/\/[^\s/?#]|mailto:[^\s@]+@)\S*$/i

/** At the place where they are tried; whatever matches none is text. Two stars come before one. */
const MARKS: readonly Mark[] = [
  { kind: 'link', pattern: /\[([^[\]]+)\]\(([^\s()]+)\)/y },
  { kind: 'bold', pattern: /\*\*(?=[^\s*])([^*]*(?:\*[^*]+\*[^*]*)*)(?<=\S)\*\*/y },
  { kind: 'italic', pattern: /\*(?=[^\s*])([^*]*(?:\*\*[^*]+\*\*[^*]*)*)(?<=\S)\*/y },
]

/**
 * Reads the small markup of announcements: `## ` heading, `- ` and `1. ` lists, `**bold**`, `*italic*` and
 * `[words](address)`, by lines; an empty line ends a paragraph. Nothing is an error: what is no mark is text.
 */
export function parseMarkup(source: string): Block[] {
  const blocks: Block[] = []
  let isApart = true
  for (const line of source.split(/\r\n|\r|\n/).map((text) => text.trim())) {
    if (line !== '') addLine(blocks, line, isApart)
    isApart = line === ''
  }
  return blocks
}

/** Reads the marks within one line. */
export function parseInline(text: string, marks: readonly Mark[] = MARKS): Inline[] {
  const found: Inline[] = []
  let words = ''
  const endWords = () => {
    if (words !== '') found.push({ kind: 'text', text: words })
    words = ''
  }
  for (let at = 0; at < text.length; ) {
    const hit = isMarkStart(text[at]) ? markAt(text, at, marks) : null
    if (hit) {
      endWords()
      found.push(hit.inline)
    } else words += text[at]
    at += hit?.length ?? 1
  }
  endWords()
  return found
}

/** Adds a line to the block before it, or begins one. `isApart`: an empty line was between. */
function addLine(blocks: Block[], line: string, isApart: boolean): void {
  const heading = HEADING.exec(line)?.[1]
  if (heading !== undefined) {
    blocks.push({ kind: 'heading', children: parseInline(heading) })
    return
  }
  const last = blocks.at(-1)
  const [, number, numbered] = NUMBERED_ITEM.exec(line) ?? []
  const item = numbered ?? ITEM.exec(line)?.[1]
  if (item !== undefined) addItem(blocks, parseInline(item), number === undefined ? null : Number(number))
  else if (last?.kind === 'paragraph' && !isApart) last.lines.push(parseInline(line))
  else blocks.push({ kind: 'paragraph', lines: [parseInline(line)] })
}

function addItem(blocks: Block[], item: Inline[], number: number | null): void {
  const last = blocks.at(-1)
  if (last?.kind !== 'list' || (last.numbers === null) !== (number === null))
    blocks.push({ kind: 'list', numbers: number === null ? null : [number], items: [item] })
  else {
    last.items.push(item)
    if (number !== null) last.numbers?.push(number)
  }
}

function isMarkStart(character: string | undefined): boolean {
  return character === '*' || character === '['
}

function markAt(text: string, at: number, marks: readonly Mark[]): { inline: Inline; length: number } | null {
  for (const mark of marks) {
    mark.pattern.lastIndex = at
    const match = mark.pattern.exec(text)
    const inline = match && inlineOf(mark, match, marks)
    if (inline) return { inline, length: match[0].length }
  }
  return null
}

function inlineOf({ kind }: Mark, match: RegExpExecArray, marks: readonly Mark[]): Inline | null {
  const [, inner = '', address = ''] = match
  if (kind === 'link' && !SAFE_ADDRESS.test(address)) return null
  const children = parseInline(
    inner,
    marks.filter((mark) => mark.kind !== kind),
  )
  return kind === 'link' ? { kind, href: address, children } : { kind, children }
}
