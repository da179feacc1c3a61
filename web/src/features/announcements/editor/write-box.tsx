import { Bold, Heading2, Italic, Link2, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { TextArea } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { editFor, TOOLS, type Tool } from './apply-mark.ts'

const BUTTONS: Record<Tool, { label: string; Icon: LucideIcon; key?: string }> = {
  bold: { label: 'Bold', Icon: Bold, key: 'b' },
  italic: { label: 'Italic', Icon: Italic, key: 'i' },
  heading: { label: 'Heading', Icon: Heading2 },
  list: { label: 'List', Icon: List },
  numbers: { label: 'Numbered list', Icon: ListOrdered },
  link: { label: 'Link', Icon: Link2, key: 'k' },
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** The field of the text with its toolbar: one tab stop, arrows move, Ctrl or ⌘ with B, I and K work while writing. */
export function WriteBox(props: ComponentProps<'textarea'>) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const use = (tool: Tool) => ref.current && edit(ref.current, tool)
  const onKeyDown = (event: KeyboardEvent) => {
    const tool = TOOLS.find((name) => BUTTONS[name].key === event.key.toLowerCase())
    if (!tool || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    use(tool)
  }
  return (
    <div className="rounded-input has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-focus">
      <Toolbar onUse={use} />
      <TextArea
        {...props}
        ref={ref}
        rows={14}
        onKeyDown={onKeyDown}
        className="block rounded-t-none focus-visible:outline-none"
      />
    </div>
  )
}

function Toolbar({ onUse }: { onUse(tool: Tool): void }) {
  const [current, setCurrent] = useState(0)
  const ref = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (current + step + TOOLS.length) % TOOLS.length
    setCurrent(next)
    ref.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      ref={ref}
      role="toolbar"
      tabIndex={-1}
      aria-label="Formatting"
      onKeyDown={onKeyDown}
      className="flex gap-0.5 overflow-x-auto rounded-t-input border border-b-0 border-border-strong bg-surface-2 p-1"
    >
      {TOOLS.map((tool, index) => (
        <ToolButton
          key={tool}
          tool={tool}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => onUse(tool)}
        />
      ))}
    </div>
  )
}

function ToolButton({ tool, ...rest }: { tool: Tool } & ComponentProps<'button'>) {
  const { label, Icon, key } = BUTTONS[tool]
  return (
    <IconButton
      {...rest}
      label={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
      icon={<Icon className="size-4.5" />}
      className="size-9 rounded-sm"
    />
  )
}

function edit(area: HTMLTextAreaElement, tool: Tool): void {
  if (area.readOnly) return
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const change = editFor(tool, { text, start, end })
  area.focus()
  area.setSelectionRange(change.from, change.to)
  insert(area, change.insert)
  area.setSelectionRange(change.start, change.end)
}

/** As if typed, so that undo takes it back; the newer ways of changing a field forget what was before. */
function insert(area: HTMLTextAreaElement, text: string): void {
  if (document.execCommand?.('insertText', false, text)) return
  area.setRangeText(text)
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
