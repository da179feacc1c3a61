import { useEffect, useRef } from 'react'
import { areShortcutsOn, isSingleKey } from './single-keys.ts'

type PageKeys<Meaning> = {
  /** Action of a key on this page, if any. */
  meaningOf(key: string): Meaning | undefined
  onKey(meaning: Meaning): void
}

/** Hears single keys of a page; not while something is typed, in a dialog, or for whom single keys are off. */
export function usePageKeys<Meaning>(keys: PageKeys<Meaning>): void {
  const newest = useRef(keys)
  useEffect(() => {
    newest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const meaning = isMeant(event) ? newest.current.meaningOf(event.key) : undefined
      if (meaning === undefined || !areShortcutsOn()) return
      event.preventDefault()
      newest.current.onKey(meaning)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isMeant(event: KeyboardEvent): boolean {
  const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
  return isSingleKey(event) && !event.shiftKey && !isInDialog
}
