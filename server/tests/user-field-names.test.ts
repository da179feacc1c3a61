import { register, updateProfile } from '@carillon/contract/auth/endpoints'
import { createUser } from '@carillon/contract/auth/people-endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStation, type TestStation } from './support/station.ts'

let station: TestStation
beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

const PERSON = { firstname: 'Ana', lastname: 'Cruz', birthdate: '2000-02-29', password: 'tuning fork' }

it.each([
  ['register', register],
  ['createUser', createUser],
  ['updateProfile', updateProfile],
] as const)(
  '[AU52] %s refuses names of other servers, and says what they are called here',
  async (_, call) => {
    const path = station.origin + call.path.replace(':id', `${station.admin.id}`)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${station.admin.token}` }
    for (const [name, ours] of [
      ['firstName', 'firstname'],
      ['lastName', 'lastname'],
      ['fullName', 'firstname and lastname'],
      ['username', 'email'],
    ] as const) {
      const body = JSON.stringify({ ...PERSON, email: `${name}@station.test`, [name]: 'Bea' })
      const reply = await fetch(path, { method: call.method, headers, body })
      const { fields } = (await reply.json()) as { fields?: Record<string, string> }
      expect([reply.status, fields]).toEqual([400, { [name]: `This field is called ${ours}` }])
    }
  },
)
