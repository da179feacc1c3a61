import type { Role } from '@carillon/contract/roles'

/** Columns read by features that only name people: those that make a Person. */
export type PeopleColumns = { id: number; firstname: string; lastname: string; role: Role }
