import type { RefObject } from 'react'
import { useSingleKey } from './use-single-key.ts'

/** `/` leads to the search. */
export function useSearchKey(inputRef: RefObject<HTMLInputElement | null>, areKeysOn: () => boolean): void {
  const search = () => {
    inputRef.current?.focus()
    inputRef.current?.select()
  }
  useSingleKey('/', search, areKeysOn)
}
