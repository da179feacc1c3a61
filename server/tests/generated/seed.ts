import type { Role } from '@carillon/contract/roles'
import type { Member } from '../support/station.ts'
import type { Draft } from './draft.ts'
import type { World } from './world.ts'

/** Caller and values that a call needs to succeed and that no schema can know. The others are generated. */
export type Prepared = Partial<Draft> & { as?: Role | Member | 'visitor' }

/** Makes what a call is about, and says what it has to hold. */
export type Seed = (world: World) => Promise<Prepared> | Prepared

/** Seeds by the call they are for: `POST /api/polls/{id}/vote`. */
export type Seeds = Record<string, Seed>
