import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchKey } from '../../../lib/use-search-key.ts'
import { TextInput } from '../../../ui/field.tsx'

/** This long after the last key the station is asked. */
const TYPING_PAUSE_MS = 250

export type PeopleSearchProps = {
  /** Search in use. */
  q: string
  onSearch(q: string): void
  areKeysOn(): boolean
  /** Whether it has a line of its own. */
  isNarrow: boolean
}

/** The search field. It asks a moment after the last key, or at Enter. */
export function PeopleSearch({ q, onSearch, areKeysOn, isNarrow }: PeopleSearchProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const sent = useRef(q)
  useSearchKey(inputRef, areKeysOn)
  const send = (words: string) => {
    if (words === sent.current) return
    sent.current = words
    onSearch(words)
  }
  useEffect(() => {
    const timer = setTimeout(() => send(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  // The address changed by itself, by Back or by Clear: what is typed follows it.
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])
  return (
    <search className={isNarrow ? 'w-full' : 'min-w-0 flex-1 md:max-w-80 md:min-w-60'}>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          send(text)
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-text-muted"
        />
        <TextInput
          ref={inputRef}
          type="search"
          aria-label="Search people"
          aria-keyshortcuts="/"
          placeholder="Name or email"
          maxLength={100}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="pl-10 pr-3"
        />
        {text === '' && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto hidden h-6 place-items-center rounded-sm border border-border px-2 font-sans text-xs text-text-muted md:grid coarse:hidden"
          >
            /
          </span>
        )}
      </form>
    </search>
  )
}
