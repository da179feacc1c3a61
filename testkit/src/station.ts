import { ApiSession } from './api.ts'
import { ADMIN, Instance, type Launch } from './instance.ts'
import { freePort } from './processes.ts'

export type Role = 'LISTENER' | 'DJ' | 'MODERATOR' | 'ADMIN'
/** Someone with an account, signed in over HTTP. */
export type Member = { id: number; email: string; password: string; role: Role; api: ApiSession }

/** A broadcast, as far as it says whether it has a mount. */
type Open = { id: number; status: string }

/** A real station, from outside. */
export class Station extends Instance {
  /** Origin at which people find it. */
  readonly origin: string
  #admin: Member | null = null
  #members = 0

  protected constructor(port: number, environment: Record<string, string>, launch: Launch, origin?: string) {
    super(port, environment, launch)
    this.origin = origin ?? this.address
  }

  /** Starts a station on which nothing has happened; the caller closes it. `environment` adds settings. */
  static async start(environment: Record<string, string> = {}, launch: Launch = {}): Promise<Station> {
    const station = new Station(await freePort(), environment, launch)
    await station.startServer()
    return station
  }

  /** The same place as a websocket address, with this path. */
  socketUrl(path: string): string {
    return this.origin.replace('http', 'ws') + path
  }

  /** The administrator of the first start. */
  async admin(): Promise<Member> {
    this.#admin ??= await this.#signIn(ADMIN.email, ADMIN.password)
    return this.#admin
  }

  /** A new account of this role, signed in. `name` says how the person is called. */
  async newMember(role: Role, name: { firstname?: string; lastname?: string } = {}): Promise<Member> {
    this.#members += 1
    const email = `${role.toLowerCase()}${this.#members}@station.test`
    const password = `password of ${email}`
    const person = {
      firstname: 'Ana',
      lastname: `Number ${this.#members}`,
      birthdate: '2000-02-29',
      gender: '',
      ...name,
    }
    const visitor = new ApiSession(this.origin)
    const { id } = await visitor.data<{ id: number }>('POST', '/api/auth/register', {
      ...person,
      email,
      password,
    })
    if (role !== 'LISTENER') {
      const admin = await this.admin()
      await admin.api.data('PUT', `/api/auth/${id}/role?newRole=${role}`)
    }
    return this.#signIn(email, password)
  }

  /** Ends whatever is on air or in test, so that the next test finds silence. */
  async endEverything(): Promise<void> {
    const { api } = await this.admin()
    const live = await api.data<Open[]>('GET', '/api/broadcasts/live')
    const planned = await api.data<Open[]>('GET', '/api/broadcasts/upcoming')
    const inTest = planned.filter(({ status }) => status === 'TESTING')
    for (const { id } of [...live, ...inTest]) await api.data('POST', `/api/broadcasts/${id}/end`)
  }

  async #signIn(email: string, password: string): Promise<Member> {
    const visitor = new ApiSession(this.origin)
    const { user, token } = await visitor.data<{ user: { id: number; role: Role }; token: string }>(
      'POST',
      '/api/auth/login',
      { email, password },
    )
    return { ...user, email, password, api: new ApiSession(this.origin, token) }
  }
}
