export const TOOLS = ['bold', 'italic', 'heading', 'list', 'numbers', 'link'] as const
/** A form of the markup that a button or a key makes. */
export type Tool = (typeof TOOLS)[number]
/** A text with what of it is selected. */
export type Selected = { text: string; start: number; end: number }
/** Text to insert in the place of `from` to `to`, and the selection after that. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number }

type LineTool = 'heading' | 'list' | 'numbers'

const PREFIXES: Record<LineTool, (index: number) => string> = {
  heading: () => '## ',
  list: () => '- ',
  numbers: (index) => `${index + 1}. `,
}
const PREFIX: Record<LineTool, RegExp> = { heading: /^#{1,3} +/, list: /^[-*] +/, numbers: /^\d{1,3}[.)] +/ }
const ANY_PREFIX = /^(?:#{1,3}|[-*]|\d{1,3}[.)]) +/

/** The change that a tool makes to what is selected; used a second time it takes it back. */
export function editFor(tool: Tool, selected: Selected): Edit {
  if (tool === 'bold') return wrapped(withoutAir(selected), '**', 'bold words')
  if (tool === 'italic') return wrapped(withoutAir(selected), '*', 'slanted words')
  if (tool === 'link') return linked(withoutAir(selected))
  return prefixed(selected, tool)
}

/** The text after an edit. */
export function applied(text: string, { from, to, insert }: Edit): string {
  return text.slice(0, from) + insert + text.slice(to)
}

function wrapped({ text, start, end }: Selected, mark: string, placeholder: string): Edit {
  const words = text.slice(start, end)
  const width = mark.length
  if (isWithin({ text, start, end }, mark)) {
    const from = start - width
    return { from, to: end + width, insert: words, start: from, end: from + words.length }
  }
  const inner = words || placeholder
  const from = start + width
  return { from: start, to: end, insert: mark + inner + mark, start: from, end: from + inner.length }
}

/** Stars right around the selection, and as many as the mark has: two are bold, three both. */
function isWithin({ text, start, end }: Selected, mark: string): boolean {
  const before = /\**$/.exec(text.slice(0, start))?.[0].length ?? 0
  const after = /^\**/.exec(text.slice(end))?.[0].length ?? 0
  const stars = Math.min(before, after)
  return start < end && (stars === mark.length || stars === 3)
}

function linked({ text, start, end }: Selected): Edit {
  const words = text.slice(start, end) || 'words'
  const address = 'https://'
  const insert = `[${words}](${address})`
  const from = start + words.length + 3
  return { from: start, to: end, insert, start: from, end: from + address.length }
}

function prefixed({ text, start, end }: Selected, tool: LineTool): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', Math.max(end - 1, start))
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isSet = lines.every((line) => PREFIX[tool].test(line))
  const insert = lines
    .map((line, index) => (isSet ? '' : PREFIXES[tool](index)) + line.replace(ANY_PREFIX, ''))
    .join('\n')
  const isOneLine = lines.length === 1
  return { from, to, insert, start: isOneLine ? from + insert.length : from, end: from + insert.length }
}

/** Marks cling to words: air at the edges of the selection stays outside. */
function withoutAir({ text, start, end }: Selected): Selected {
  const words = text.slice(start, end)
  const begin = start + (words.length - words.trimStart().length)
  return words.trim() === ''
    ? { text, start: end, end }
    : { text, start: begin, end: begin + words.trim().length }
}
