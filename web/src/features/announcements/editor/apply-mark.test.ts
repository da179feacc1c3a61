import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applied, editFor, type Selected, TOOLS, type Tool } from './apply-mark.ts'

/** `|` stands at both ends of the selection. */
function read(given: string): Selected {
  const start = given.indexOf('|')
  return { text: given.replaceAll('|', ''), start, end: given.lastIndexOf('|') - 1 }
}

function use(tool: Tool, selected: Selected): Selected {
  const edit = editFor(tool, selected)
  return { text: applied(selected.text, edit), start: edit.start, end: edit.end }
}

function shown({ text, start, end }: Selected): string {
  return `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`
}

test.each([
  ['bold', 'a |b| c', 'a **|b|** c'],
  ['bold', 'a| b |c', 'a **|b|** c'],
  ['bold', 'a ||', 'a **|bold words|**'],
  ['bold', 'a **|b|** c', 'a |b| c'],
  ['italic', '**|b|**', '***|b|***'],
  ['italic', '*|b|*', '|b|'],
  ['link', 'see |map|', 'see [map](|https://|)'],
  ['heading', 'a\nb||\nc', 'a\n## b||\nc'],
  ['heading', '## b||', 'b||'],
  ['list', '|a\nb|', '|- a\n- b|'],
  ['numbers', '|- a\n- b|', '|1. a\n2. b|'],
  ['list', '|- a\n- b|', '|a\nb|'],
] as const)('[AV8] %s on %j gives %j', (tool, given, expected) => {
  expect(shown(use(tool, read(given)))).toBe(expected)
})

test('[AV8] bold and italic twice leave the words as they were', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/)
  fc.assert(
    fc.property(word, word, word, fc.constantFrom<Tool>('bold', 'italic'), (a, b, c, tool) => {
      const selected = { text: `${a} ${b} ${c}`, start: a.length + 1, end: a.length + 1 + b.length }
      expect(use(tool, use(tool, selected))).toEqual(selected)
    }),
  )
})

test('[AV8] wherever the selection is, what is outside of its lines stays', () => {
  const text = fc
    .array(fc.constantFrom('a', '*', '\n', '- ', '1. ', '## ', ' '), { maxLength: 30 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.nat(40), fc.nat(40), fc.constantFrom(...TOOLS), (given, one, other, tool) => {
      const [start = 0, end = 0] = [Math.min(one, given.length), Math.min(other, given.length)].sort(
        (a, b) => a - b,
      )
      const edit = editFor(tool, { text: given, start, end })
      const result = applied(given, edit)
      expect(result.startsWith(given.slice(0, edit.from))).toBe(true)
      expect(result.endsWith(given.slice(edit.to))).toBe(true)
      expect(edit.start).toBeLessThanOrEqual(edit.end)
      expect(edit.end).toBeLessThanOrEqual(result.length)
    }),
  )
})
