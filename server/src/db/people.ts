import type { Role } from '@carillon/contract/roles'

/** What is read of the people by features that only name them: the columns that make a Person. */
export type PeopleColumns = { id: number; firstname: string; lastname: string; role: Role }
