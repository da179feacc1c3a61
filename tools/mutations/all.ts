import { PAGES } from './list/pages.ts'
import { PEOPLE } from './list/people.ts'
import { SOUND } from './list/sound.ts'
import { STATION } from './list/station.ts'
import type { Mutation } from './mutation.ts'

/** One or more of each feature; several in what is proved by tests that wait. */
export const MUTATIONS: readonly Mutation[] = [...PEOPLE, ...SOUND, ...STATION, ...PAGES]
