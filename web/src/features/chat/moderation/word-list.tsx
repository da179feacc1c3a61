import { type ProfanityWord, profanityBodySchema } from '@carillon/contract/chat/schemas'
import { Search } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AddWordForm } from './add-word-form.tsx'
import { ListedWord, type ListedWordProps } from './listed-word.tsx'
import { useAddWord, usePreviewWord, useRemoveWord, useWords } from './use-words.ts'
import { findWords, hasWord } from './word-search.ts'

/** This many words at first, and this many more at each press. */
const WORDS_AT_ONCE = 30

export type WordListProps = {
  /** A word was added, or taken off. */
  onChanged?: () => void
  /** Whether the viewer takes words off. */
  canRemove: boolean
  /** Beside other things only its heading is shown until it is unfolded. */
  isFoldable?: boolean
  className?: string
}

/** List of the masked words: found, added to, and taken off by administrators. */
export function WordList({ onChanged, canRemove, isFoldable = false, className }: WordListProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isUnfolded || !isFoldable
  const words = useWords()
  const add = useAddWord()
  const preview = usePreviewWord()
  const remove = useRemoveWord()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const addOne = async (word: string, givenUp: AbortSignal) => {
    await add(word, givenUp)
    onChanged?.()
  }
  const removeOne = async (word: ProfanityWord, givenUp: AbortSignal) => {
    await remove(word, givenUp)
    headingRef.current?.focus()
    onChanged?.()
  }
  return (
    <Card aria-labelledby={headingId} className={classNames('grid content-start gap-4', className)}>
      <header className="flex items-baseline gap-2">
        <h2 id={headingId} ref={headingRef} tabIndex={-1}>
          Masked words
        </h2>
        {words.data && <span className="text-sm text-text-muted tabular-nums">{words.data.length}</span>}
        {isFoldable && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto self-center"
            aria-expanded={isUnfolded}
            aria-label={isUnfolded ? 'Hide the masked words' : 'Show the masked words'}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? 'Hide' : 'Show'}
          </Button>
        )}
      </header>
      {isOpen && (
        <>
          <AddWordForm
            isListed={(word) => hasWord(words.data ?? [], word)}
            isAllowed={(word) => profanityBodySchema.safeParse({ word }).success}
            onPreview={preview}
            onAdd={addOne}
            hint={canRemove ? 'You can remove it again.' : 'Only an administrator can remove it again.'}
          />
          {words.isError && (
            <LoadError hasWords={words.data !== undefined} onRetry={() => void words.refetch()} />
          )}
          {words.data ? (
            <Found words={words.data} onRemove={canRemove ? removeOne : undefined} />
          ) : (
            !words.isError && <WaitingWords />
          )}
        </>
      )}
    </Card>
  )
}

type FoundProps = { words: readonly ProfanityWord[]; onRemove: ListedWordProps['onRemove'] }

function Found({ words, onRemove }: FoundProps) {
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(WORDS_AT_ONCE)
  const found = useMemo(() => findWords(words, search), [words, search])
  if (words.length === 0)
    return <p className="py-4 text-sm text-text-muted">No words yet. The chat is shown as it is written.</p>
  return (
    <div className="grid gap-3">
      <WordSearch
        value={search}
        onChange={(text) => {
          setSearch(text)
          setCount(WORDS_AT_ONCE)
        }}
      />
      {found.length === 0 ? (
        <p role="status" className="text-sm text-text-muted wrap-anywhere">
          No word matches “{search.trim()}”
        </p>
      ) : (
        <ul aria-label="Masked words" className="flex flex-wrap gap-1.5">
          {found.slice(0, count).map((word) => (
            <ListedWord key={word.id} word={word} onRemove={onRemove} />
          ))}
        </ul>
      )}
      {found.length > count && (
        <Button size="sm" variant="ghost" onClick={() => setCount(count + 4 * WORDS_AT_ONCE)}>
          Show more ({found.length - count} left)
        </Button>
      )}
    </div>
  )
}

function WordSearch({ value, onChange }: { value: string; onChange(text: string): void }) {
  return (
    <search className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-text-muted"
      />
      <TextInput
        type="search"
        aria-label="Search masked words"
        placeholder="Search"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-10"
      />
    </search>
  )
}

function LoadError({ hasWords, onRetry }: { hasWords: boolean; onRetry(): void }) {
  return (
    <RetryBanner onRetry={onRetry}>
      {hasWords ? "Couldn't refresh. Showing what was loaded before." : "Couldn't load the masked words"}
    </RetryBanner>
  )
}

function WaitingWords() {
  return (
    <div role="status" aria-label="Loading masked words" className="flex flex-wrap gap-1.5">
      {['w-16', 'w-24', 'w-14', 'w-20', 'w-28', 'w-18'].map((width) => (
        <Skeleton key={width} className={`h-7 ${width}`} />
      ))}
    </div>
  )
}
