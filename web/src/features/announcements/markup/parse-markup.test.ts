import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, type Inline, parseInline, parseMarkup } from './parse-markup.ts'

const text = (words: string): Inline => ({ kind: 'text', text: words })
const paragraph = (...lines: string[]): Block => ({
  kind: 'paragraph',
  lines: lines.map((line) => [text(line)]),
})

describe('the five forms', () => {
  test('[AV1] headings, both lists, lines and paragraphs', () => {
    const source = '## Open house\nFriday\nat noon\n\n- Tea\n- Cake\n1. Come\n2) Stay\n\nBye'
    expect(parseMarkup(source)).toEqual([
      { kind: 'heading', children: [text('Open house')] },
      paragraph('Friday', 'at noon'),
      { kind: 'list', numbers: null, items: [[text('Tea')], [text('Cake')]] },
      { kind: 'list', numbers: [1, 2], items: [[text('Come')], [text('Stay')]] },
      paragraph('Bye'),
    ])
  })

  test('[AV1] bold, italic and links, also within each other', () => {
    expect(parseInline('a **b *c*** [d **e**](https://x.example/f?g=1#h)')).toEqual([
      text('a '),
      { kind: 'bold', children: [text('b '), { kind: 'italic', children: [text('c')] }] },
      text(' '),
      {
        kind: 'link',
        href: 'https://x.example/f?g=1#h',
        children: [text('d '), { kind: 'bold', children: [text('e')] }],
      },
    ])
  })

  test.each(['2 * 3 * 4', '**', '****', '*a', 'a**', '** a **', '[a](b c)', '[]()', '#5', '-5 °C', 'a - b'])(
    '[AV1] %j is words',
    (words) => expect(parseMarkup(words)).toEqual([paragraph(words)]),
  )

  test.each(['https://x.example', 'HTTP://x.example/a', 'mailto:ana@campus.example'])(
    '[AV2] %s is an address',
    (href) => expect(parseInline(`[a](${href})`)).toEqual([{ kind: 'link', href, children: [text('a')] }]),
  )

  test.each([
    'javascript:alert',
    'JaVaScript://x/%0aalert',
    'data:text/html,x',
    '//x.example',
    '/logout',
    'vbscript:x',
    'https:x',
    'mailto:',
  ])('[AV2] %s is none: its link stays words', (href) =>
    expect(parseInline(`[a](${href})`)).toEqual([text(`[a](${href})`)]),
  )
})

/** Texts in which marks are many, and where they stand is anybody's guess. */
const marked = fc
  .array(
    fc.constantFrom(
      '*',
      '**',
      '[',
      ']',
      '(',
      ')',
      'https://x.example',
      'javascript:a',
      'a',
      ' ',
      '# ',
      '- ',
      '1. ',
      '\n',
      '\r\n',
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''))

describe('whatever is written', () => {
  test('[AV1] words without marks come out as they went in', () => {
    const words = fc.stringMatching(/^[\p{L}][\p{L} ,.!?']*$/u).map((line) => line.trim())
    fc.assert(fc.property(words, (line) => void expect(parseMarkup(line)).toEqual([paragraph(line)])))
  })

  test('[AV1] no letter is lost and none is made up', () => {
    const visibleText = (given: string) => given.replace(/https:\/\/x\.example|javascript:a|[^a]/g, '')
    const linkless = fc
      .array(fc.constantFrom('*', '**', 'a', ' ', '\n'), { maxLength: 60 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        linkless,
        (source) => void expect(visibleText(wordsOf(parseMarkup(source)))).toBe(visibleText(source)),
      ),
    )
  })

  test('[AV2] every address is safe, and nothing holds its own kind', () => {
    fc.assert(
      fc.property(marked, (source) => {
        for (const inline of inlinesOf(parseMarkup(source))) check(inline, [])
      }),
      { numRuns: 2_000 },
    )
  })

  test('[AV1] what is built by the rules is read as it was built', () => {
    fc.assert(fc.property(blocks(), (built) => void expect(parseMarkup(written(built))).toEqual(built)))
  })

  test.each(['*', '**', '**a ', '*a', '[a](', '[', '*a*b**'])(
    '[AV1] 5,000 characters of %j are read',
    (part) => {
      const source = part.repeat(Math.floor(5_000 / part.length))
      expect(parseMarkup(source).length).toBeGreaterThan(0)
    },
  )
})

function inlinesOf(given: Block[]): Inline[] {
  return given.flatMap((block) => {
    if (block.kind === 'heading') return block.children
    return block.kind === 'list' ? block.items.flat() : block.lines.flat()
  })
}

function wordsOf(given: Block[]): string {
  const words = (inline: Inline): string =>
    inline.kind === 'text' ? inline.text : inline.children.map(words).join('')
  return inlinesOf(given).map(words).join('')
}

function check(inline: Inline, around: readonly string[]): void {
  if (inline.kind === 'text') return
  expect(around).not.toContain(inline.kind)
  if (inline.kind === 'link') expect(inline.href).toMatch(/^(https?:\/\/|mailto:)/i)
  for (const child of inline.children) check(child, [...around, inline.kind])
}

/** Trees as the parser gives them. */
function blocks(): fc.Arbitrary<Block[]> {
  const words = fc.stringMatching(/^[a-z]{1,8}$/).map(text)
  const bold = words.map((word): Inline => ({ kind: 'bold', children: [word] }))
  const italic = words.map((word): Inline => ({ kind: 'italic', children: [word] }))
  const link = words.map((word): Inline => ({ kind: 'link', href: 'https://x.example/a', children: [word] }))
  const line = fc.tuple(words, fc.oneof(bold, italic, link), words).map((parts): Inline[] => parts)
  const lines = fc.array(line, { minLength: 1, maxLength: 3 })
  const block = fc.oneof(
    line.map((children): Block => ({ kind: 'heading', children })),
    lines.map((made): Block => ({ kind: 'paragraph', lines: made })),
    fc.tuple(fc.option(fc.nat({ max: 990 })), lines).map(([first, items]): Block => {
      const numbers = first === null ? null : items.map((_, at) => first + at)
      return { kind: 'list', numbers, items }
    }),
  )
  const isApart = (made: Block[]) =>
    made.every((one, at) => one.kind !== 'list' || made[at - 1]?.kind !== 'list')
  return fc.array(block, { minLength: 1, maxLength: 5 }).filter(isApart)
}

function written(given: Block[]): string {
  return given.map(writtenBlock).join('\n\n')
}

function writtenBlock(block: Block): string {
  if (block.kind === 'heading') return `## ${writtenLine(block.children)}`
  if (block.kind === 'paragraph') return block.lines.map(writtenLine).join('\n')
  return block.items
    .map((item, at) => `${block.numbers ? `${block.numbers[at]}.` : '-'} ${writtenLine(item)}`)
    .join('\n')
}

function writtenLine(line: Inline[]): string {
  return line.map(writtenInline).join('')
}

function writtenInline(inline: Inline): string {
  if (inline.kind === 'text') return inline.text
  const inner = writtenLine(inline.children)
  if (inline.kind === 'link') return `[${inner}](${inline.href})`
  const mark = inline.kind === 'bold' ? '**' : '*'
  return `${mark}${inner}${mark}`
}
