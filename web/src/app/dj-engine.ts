import { call } from '../api/client.ts'
import { createDjCalls } from '../features/broadcasts/dj-calls.ts'
import { createDjEngine } from '../features/stream/dj/create-dj-engine.ts'

/** The one engine of this page, above every route: a navigation does not end a show. Import it lazily. */
export const djEngine = createDjEngine(createDjCalls(call))
