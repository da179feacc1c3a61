import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useSearchKey } from '../../../lib/use-search-key.ts'
import { ChoiceChips } from '../../../ui/choice-chips.tsx'
import { Field, Select, TextInput } from '../../../ui/field.tsx'
import { FiltersSheet } from '../../../ui/filters-sheet.tsx'
import type { ChangeHistory, HistoryFilters } from './history-filters.ts'
import { HISTORY_TYPES } from './history-types.ts'
import { HISTORY_WINDOWS } from './use-history.ts'

export type HistoryToolbarProps = {
  filters: HistoryFilters
  onChange: ChangeHistory
  djs: readonly string[]
  isWide: boolean
  /** Words of the way back from a sheet of filters: `24 broadcasts`. */
  found: string
  areKeysOn(): boolean
}

/** Above the history: its range, what of it, whose, and a search. Narrow screens have all but the search in a sheet. */
export function HistoryToolbar(props: HistoryToolbarProps) {
  const { filters, onChange, isWide, areKeysOn } = props
  return (
    <div className="no-print flex flex-wrap items-center gap-3">
      <HistorySearch q={filters.q} onSearch={(q) => onChange({ q })} areKeysOn={areKeysOn} />
      {isWide ? (
        <>
          <Narrowing {...props} />
          <span className="flex-1" />
          <Range {...props} hideLegend />
        </>
      ) : (
        <FiltersSheet count={[filters.type, filters.dj].filter(Boolean).length} show={`Show ${props.found}`}>
          <Range {...props} hideLegend={false} />
          <Narrowing {...props} />
        </FiltersSheet>
      )}
    </div>
  )
}

function Range({ filters, onChange, hideLegend }: HistoryToolbarProps & { hideLegend: boolean }) {
  return (
    <ChoiceChips
      legend="Range"
      hideLegend={hideLegend}
      choices={HISTORY_WINDOWS.map((days) => ({ value: String(days), label: `${days} days` }))}
      value={String(filters.days)}
      onChange={(days) => onChange({ days: Number(days) })}
    />
  )
}

/** The two lists to choose from; news of a type have no DJ of their own. */
function Narrowing({ filters, onChange, djs, isWide }: HistoryToolbarProps) {
  const look = isWide ? 'h-11' : ''
  return (
    <>
      <Labelled label="Type" isShown={!isWide} className="md:w-44">
        <Select
          aria-label="Type"
          value={filters.type}
          onChange={(event) => onChange({ type: event.target.value })}
          className={look}
        >
          <option value="">All broadcasts</option>
          <optgroup label="Notifications sent">
            {Object.entries(HISTORY_TYPES).map(([type, label]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </optgroup>
        </Select>
      </Labelled>
      {filters.type === '' && (
        <Labelled label="DJ" isShown={!isWide} className="md:w-44">
          <Select
            aria-label="DJ"
            value={filters.dj}
            onChange={(event) => onChange({ dj: event.target.value })}
            className={look}
          >
            <option value="">Every DJ</option>
            {withChosen(djs, filters.dj).map((dj) => (
              <option key={dj} value={dj}>
                {dj}
              </option>
            ))}
          </Select>
        </Labelled>
      )}
    </>
  )
}

type LabelledProps = { label: string; isShown: boolean; className: string; children: ReactNode }

function Labelled({ label, isShown, className, children }: LabelledProps) {
  return isShown ? <Field label={label}>{children}</Field> : <div className={className}>{children}</div>
}

/** Adds the DJ in the address, who stays to be seen where nothing of theirs is in the range. */
function withChosen(djs: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || djs.includes(chosen) ? djs : [...djs, chosen]
}

type HistorySearchProps = { q: string; onSearch(q: string): void; areKeysOn(): boolean }

/** Finds as one types: the whole range is here already. */
function HistorySearch({ q, onSearch, areKeysOn }: HistorySearchProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const sent = useRef(q)
  // The address lags behind the keys; where it changed by itself, the text follows it. Before the page is shown, as a
  // letter typed between that and a later effect would be lost.
  useLayoutEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])
  useSearchKey(inputRef, areKeysOn)
  return (
    <search className="min-w-0 flex-1 lg:max-w-72 lg:min-w-56">
      <TextInput
        ref={inputRef}
        type="search"
        aria-label="Search the history"
        aria-keyshortcuts="/"
        placeholder="Title or DJ"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target: { value } }) => {
          sent.current = value
          setText(value)
          onSearch(value)
        }}
      />
    </search>
  )
}
