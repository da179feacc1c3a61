import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import type { User } from '@carillon/contract/auth/schemas'
import type { CallOf, DataOf, Endpoint } from '@carillon/contract/endpoint'
import type { ErrorReply } from '@carillon/contract/errors'
import type { Role } from '@carillon/contract/roles'
import { pino } from 'pino'
import { type Config, readConfig } from '../../src/config.ts'
import type { PasswordCost } from '../../src/features/auth/password.ts'
import type { ConnectionLimits } from '../../src/http/connections.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { type Station as App, startStation as startApp } from '../../src/lifecycle.ts'
import { createPlace, type Place } from './database.ts'

/** Someone with an account, signed in. */
export type Member = User & { token: string; password: string }
/** A reply of the station; `data` and `error` as the envelope said. */
export type Answer<E extends Endpoint> = {
  status: number
  headers: Headers
  data: DataOf<E>
  error: ErrorReply
}
/** A call's inputs, and who makes it. */
export type CallOptions<E extends Endpoint> = CallOf<E> & {
  /** Bearer token, or whose. Without it: a visitor. */
  as?: Member | string | null
  headers?: Record<string, string>
}

/** The whole server in this process, on a port and a database of its own. */
export type TestStation = {
  origin: string
  socketOrigin: string
  config: Config
  admin: Member
  /** Someone of this role: the same one each time, another for another name. */
  as(role: Role, name?: string): Promise<Member>
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Answer<E>>
  /** Everything the running server lets be called. */
  readonly app: Pick<App, 'routes' | 'rawRoutes' | 'upgrades' | 'protocolRoutes' | 'presence'>
  /** Stops the server; the place stays for `restart`. */
  stop(): Promise<void>
  restart(): Promise<void>
  /** Stops the server and removes its place. */
  close(): Promise<void>
}

/** Administrator that is there from the start. */
export const ADMIN = { email: 'admin@station.test', password: 'correct horse battery' }
/** Everybody's password but the administrator's. */
export const PASSWORD = 'tuning fork'

/** One person of a test does in a second what people do in a minute; what a station allows people has tests of its own. */
const WRITE_FACTOR = 100

/** The least that argon2id can be. What a password costs to guess has a test of its own, and each station four people. */
const LEAST_COST: PasswordCost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/** Starts a station; the caller closes it. `overrides` are settings, and the clock. */
// Long: settings, their defaults, and an object of one-line members.
export async function startStation(
  overrides: Partial<Config> & {
    clock?: Clock
    place?: Place
    limits?: ConnectionLimits
    writeFactor?: number
    passwordCost?: PasswordCost
  } = {},
): Promise<TestStation> {
  const {
    clock,
    place: given,
    limits,
    writeFactor = WRITE_FACTOR,
    passwordCost = LEAST_COST,
    ...settings
  } = overrides
  const place = given ?? (await createPlace())
  const defaults = readConfig({ HOST: '127.0.0.1', LOG_LEVEL: 'silent' })
  if (!defaults.ok) throw new Error(defaults.errors.join())
  const { dataDir, databaseUrl } = place
  const config = { ...defaults.value, port: 0, admin: ADMIN, dataDir, databaseUrl, ...settings }
  const options = {
    logger: pino({ level: config.logLevel }),
    ...(clock && { clock }),
    ...(limits && { limits }),
    writeFactor,
    passwordCost,
  }
  let app = await startApp(config, options)
  const members = new Map<string, Promise<Member>>()

  const station: TestStation = {
    get origin() {
      return `http://127.0.0.1:${app.port}`
    },
    get socketOrigin() {
      return `ws://127.0.0.1:${app.port}`
    },
    get app() {
      return app
    },
    config,
    admin: undefined as never,
    as(role, name = role.toLowerCase()) {
      if (role === 'ADMIN' && name === 'admin') return Promise.resolve(station.admin)
      const known = members.get(name) ?? createMember(station, role, name)
      members.set(name, known)
      return known
    },
    call: (endpoint, options) => callStation(station.origin, endpoint, options),
    stop: () => app.close(),
    async restart() {
      await app.close()
      app = await startApp(config, options)
    },
    async close() {
      await app.close()
      await place.remove()
    },
  }
  if (config.admin) station.admin = await signIn(station, config.admin.email, config.admin.password)
  return station
}

/** Signs in with a password. Throws when that is refused. */
export async function signIn(
  station: Pick<TestStation, 'call'>,
  email: string,
  password: string,
  options: { remember?: boolean } = {},
): Promise<Member> {
  const body = { email, password, ...options }
  const { status, data, error } = await station.call(authEndpoints.login, { body })
  if (status !== 200) throw new Error(`${status} ${error.code}`)
  return { ...data.user, token: data.token, password }
}

async function createMember(station: TestStation, role: Role, name: string): Promise<Member> {
  const email = `${name.replaceAll(' ', '-')}@station.test`
  const person = { firstname: name, lastname: 'Reyes', birthdate: '2000-02-29', gender: '' as const }
  const created = await station.call(authEndpoints.register, {
    body: { ...person, email, password: PASSWORD },
  })
  if (created.status !== 201) throw new Error(`${created.status} ${created.error.code}`)
  const { id } = created.data
  if (role !== 'LISTENER')
    await station.call(peopleEndpoints.changeRole, {
      as: station.admin,
      params: { id },
      query: { newRole: role },
    })
  return signIn(station, email, PASSWORD)
}

/** Makes a call of the contract to the station at `origin`. */
export async function callStation<E extends Endpoint>(
  origin: string,
  endpoint: E,
  options?: CallOptions<E>,
): Promise<Answer<E>> {
  // What an endpoint takes depends on which it is; here all of it may be there or not.
  const { as, params, query, body, headers }: Partial<CallOptions<Endpoint>> = options ?? {}
  const token = typeof as === 'string' ? as : as?.token
  const reply = await fetch(origin + addressOf(endpoint, params, query), {
    method: endpoint.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  const json = text === '' ? { data: null } : JSON.parse(text)
  return { status: reply.status, headers: reply.headers, data: json.data, error: json }
}

function addressOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? 1)),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search ? `${path}?${search}` : path
}
