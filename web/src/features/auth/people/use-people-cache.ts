import type { User } from '@carillon/contract/auth/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { PEOPLE_KEY, type PeoplePage, personKey } from './use-people.ts'

/** Cache of answers about people, to be corrected after a command. */
export type PeopleCache = {
  /** Puts an account as it is now wherever it stands, then asks for the lists again. */
  replace(person: User): void
  refresh(): void
}

/** The cache of every list of people. */
export function usePeopleCache(): PeopleCache {
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: PEOPLE_KEY })
  return {
    replace(person) {
      queries.setQueriesData<PeoplePage>({ queryKey: PEOPLE_KEY }, (page) => page && withPerson(page, person))
      queries.setQueryData(personKey(person.id), person)
      refresh()
    },
    refresh,
  }
}

function withPerson(page: PeoplePage, person: User): PeoplePage {
  return { ...page, content: page.content.map((other) => (other.id === person.id ? person : other)) }
}
