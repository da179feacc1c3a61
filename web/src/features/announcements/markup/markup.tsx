import { createElement, type ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { type Block, type Inline, parseMarkup } from './parse-markup.ts'

/** A written text as elements: never HTML of its own, so that nothing in it can act. Headings stand below the title's h2. */
export function Markup({ text, className }: { text: string; className?: string }) {
  const look = classNames('grid gap-3 wrap-anywhere', className)
  return elementOf('div', look, parseMarkup(text).map(blockElement))
}

/** Children by their places: what is drawn from a text has no other names, and is drawn again when that changes. */
function elementOf(tag: string, className: string, children: ReactNode[]): ReactNode {
  return createElement(tag, { className: className || undefined }, ...children)
}

function blockElement(block: Block): ReactNode {
  if (block.kind === 'heading') return elementOf('h3', 'mt-1 text-lg', block.children.map(inlineElement))
  if (block.kind === 'paragraph')
    return elementOf('p', 'whitespace-pre-line', block.lines.flatMap(lineElements))
  const { numbers } = block
  const look = 'grid gap-1 pl-5 marker:text-text-muted'
  const items = block.items.map((item, at) =>
    // As it was written: a date may begin a line, and a list may go on after a paragraph.
    createElement('li', { value: numbers?.[at] }, ...item.map(inlineElement)),
  )
  return numbers
    ? elementOf('ol', `list-decimal ${look}`, items)
    : elementOf('ul', `list-disc ${look}`, items)
}

function lineElements(line: Inline[], index: number): ReactNode[] {
  const words = line.map(inlineElement)
  return index === 0 ? words : ['\n', ...words]
}

function inlineElement(inline: Inline): ReactNode {
  if (inline.kind === 'text') return inline.text
  const children = inline.children.map(inlineElement)
  if (inline.kind === 'bold') return elementOf('strong', 'font-bold', children)
  if (inline.kind === 'italic') return elementOf('em', '', children)
  const attributes = { href: inline.href, target: '_blank', rel: 'noopener noreferrer nofollow' }
  return createElement(
    'a',
    { ...attributes, className: 'text-link underline underline-offset-3' },
    ...children,
  )
}
