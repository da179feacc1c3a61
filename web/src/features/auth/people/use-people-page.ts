import type { User } from '@carillon/contract/auth/schemas'
import { useMemo, useState } from 'react'
import { useFocusKeeper } from '../../../lib/use-focus-keeper.ts'
import { useLastPage } from '../../../lib/use-last-page.ts'
import { useCall } from '../../../session/session.ts'
import { toast } from '../../../ui/toast.ts'
import { createPeopleCalls } from './people-calls.ts'
import type { OpenDialog } from './people-dialogs.tsx'
import { CLEARED } from './people-filters.ts'
import { sortPeople } from './people-order.ts'
import type { Actor } from './rights.ts'
import { isWhole, usePeople } from './use-people.ts'
import { usePeopleCache } from './use-people-cache.ts'
import { usePeopleFilters } from './use-people-filters.ts'
import { useResultWords } from './use-result-words.ts'

/** The accounts that the filters find, the dialog that changes one, and what follows a change. */
export function usePeoplePage({ id, role }: Actor) {
  const call = useCall()
  const [filters, changeFilters] = usePeopleFilters()
  const calls = useMemo(() => createPeopleCalls(call, { id, role }), [call, id, role])
  const view = usePeople(calls, filters)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const focus = useFocusKeeper()
  const cache = usePeopleCache()
  const changed = (person: User, words: string) => {
    focus.keep()
    setDialog((now) => (now === dialog ? null : now))
    toast(words, { tone: 'success' })
    cache.replace(person)
  }
  useResultWords(view, filters)
  // In its place: Back would lead to the page that is gone, and from there here again.
  useLastPage(view.isCurrent ? view.page : undefined, (page) => changeFilters({ page }, true))
  const people = sortPeople(view.page?.content ?? [], isWhole(view.page) ? filters.order : null)
  return {
    view,
    people,
    filters,
    changeFilters,
    dialog,
    setDialog,
    calls,
    headingRef: focus.ref,
    changed,
    refresh: cache.refresh,
    retry: () => {
      focus.keep()
      view.retry()
    },
    clear: () => {
      focus.keep()
      changeFilters(CLEARED)
    },
  }
}
