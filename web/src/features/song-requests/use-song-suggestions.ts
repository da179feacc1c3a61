import {
  LEAST_SUGGESTION_LENGTH,
  type SongSuggestion,
  suggestSongs,
} from '@carillon/contract/song-requests/suggestions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCall } from '../../session/session.ts'

const TYPING_PAUSE_MS = 300
const KNOWN_FOR_MS = 60_000
const NONE: readonly SongSuggestion[] = []

/**
 * Tracks of the station's library that listeners may request, to complete a title as it is typed. Empty where there are
 * none, and while they cannot be loaded: a title may always be typed.
 */
export function useSongSuggestions(title: string): readonly SongSuggestion[] {
  const call = useCall()
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(title.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [title])
  const isLongEnough = search.length >= LEAST_SUGGESTION_LENGTH
  const { data } = useQuery({
    queryKey: ['song-suggestions', search],
    queryFn: ({ signal }) => call(suggestSongs, { query: { search }, signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    staleTime: KNOWN_FOR_MS,
    retry: false,
  })
  return (isLongEnough && data) || NONE
}
