import { pino } from 'pino'
import type { EdgeOptions } from './edge.ts'

/** Options of an edge that serves nothing yet: no page, no call, nobody signed in, and a log that says nothing. */
export const BARE_EDGE: EdgeOptions = {
  onUnshowable: () => undefined,
  routes: [],
  rawRoutes: [],
  webFolder: '/nowhere',
  soundOrigins: [],
  stationName: 'Radyo',
  timeZone: 'Asia/Manila',
  contact: { email: null, studio: null, hours: null, mail: null },
  authenticate: async () => null,
  translate: () => null,
  paceWrite: async () => undefined,
  idempotency: {
    watch: async (run) => ({ ok: true, value: await run() }),
    claim: async () => ({ state: 'mine' }),
    answer: async () => undefined,
    release: async () => undefined,
  },
  origins: { publicUrl: null, allowedOrigins: [] },
  trust: () => false,
  logger: pino({ level: 'silent' }),
  isClosing: () => false,
}
