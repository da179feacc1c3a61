import { listUsers } from '@carillon/contract/auth/people-endpoints'
import { liveBroadcasts, upcomingBroadcasts } from '@carillon/contract/broadcasts/endpoints'
import { isStaff } from '@carillon/contract/policies'
import type { Role } from '@carillon/contract/roles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCall } from '../../session/session.ts'
import { findEntries, type PaletteEntry, pageEntries, personEntry, showEntry } from './palette-entries.ts'

/** This long after the last key the station is asked for people. */
const TYPING_PAUSE_MS = 250
const MIN_SEARCH_LENGTH = 2
const MAX_PEOPLE = 5

/** Pages, shows and, for staff, people that a search finds, pages first. */
export function usePaletteEntries(role: Role, search: string): readonly PaletteEntry[] {
  const shows = useShows()
  const people = usePeople(role, search)
  return [...findEntries([...pageEntries(role), ...shows], search), ...people]
}

function useShows(): readonly PaletteEntry[] {
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['palette', 'shows'],
    queryFn: async ({ signal }) => {
      const both = await Promise.all([call(liveBroadcasts, { signal }), call(upcomingBroadcasts, { signal })])
      return both.flat().map(showEntry)
    },
  })
  return data ?? []
}

function usePeople(role: Role, search: string): readonly PaletteEntry[] {
  const call = useCall()
  const q = useSettled(search.trim())
  const isAsked = isStaff({ role }) && q.length >= MIN_SEARCH_LENGTH
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['palette', 'people', q],
    queryFn: ({ signal }) => call(listUsers, { query: { q, size: MAX_PEOPLE }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked || !data) return []
  const entries = data.content.map((user) => personEntry(user, role))
  // Until these words are answered: Enter opens nobody who was found by others.
  return isPlaceholderData || q !== search.trim() ? findEntries(entries, search) : entries
}

/** The text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
