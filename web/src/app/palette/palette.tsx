import type { Role } from '@carillon/contract/roles'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { isEnter } from '../../lib/is-enter.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { MENU_ROW } from '../../ui/menu.tsx'
import type { PaletteEntry } from './palette-entries.ts'
import { usePaletteEntries } from './use-palette-entries.ts'

type PaletteProps = { role: Role; onClose(): void }

/** "Go to": one field that leads to pages, shows and, for staff, people. WAI-ARIA, Combobox with a listbox. */
export function Palette({ role, onClose }: PaletteProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const fieldRef = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const listId = useId()
  const entries = usePaletteEntries(role, search)
  const active = Math.min(chosen, entries.length - 1)
  const idOf = (index: number) => `${listId}-${index}`
  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    navigate(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEnter(event)) open(entries[active])
    else if (event.key === 'ArrowDown') setChosen((active + 1) % Math.max(1, entries.length))
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, active < 1 ? entries.length - 1 : active - 1))
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title="Go to" focusRef={fieldRef}>
      <div ref={fieldRef}>
        <TextInput
          role="combobox"
          aria-label="Page, show or person"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={active < 0 ? undefined : idOf(active)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={search}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setSearch(event.target.value)
            setChosen(0)
          }}
        />
      </div>
      <Results id={listId} entries={entries} active={active} idOf={idOf} onActive={setChosen} onOpen={open} />
      <p role="status" className="text-sm text-text-muted">
        {entries.length === 0 && 'Nothing found. Try a page, a show or a name.'}
      </p>
    </Dialog>
  )
}

type ResultsProps = {
  id: string
  entries: readonly PaletteEntry[]
  active: number
  idOf(index: number): string
  onActive(index: number): void
  onOpen(entry: PaletteEntry): void
}

function Results({ id, entries, active, idOf, onActive, onOpen }: ResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className="mt-4 max-h-96 overflow-y-auto">
      {entries.map((entry, index) => (
        // The focus stays in the field: aria-activedescendant names the chosen row.
        <button
          type="button"
          tabIndex={-1}
          key={entry.to}
          id={idOf(index)}
          role="option"
          aria-selected={index === active}
          className={classNames(MENU_ROW, 'cursor-pointer', index === active && 'bg-surface-2')}
          onPointerMove={() => onActive(index)}
          onClick={() => onOpen(entry)}
        >
          <span className="grid min-w-0">
            <span className="truncate font-medium">{entry.label}</span>
            <span className="truncate text-xs text-text-muted">{entry.note}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
