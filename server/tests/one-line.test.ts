import { register, updateProfile } from '@carillon/contract/auth/endpoints'
import { createBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeIn, type MailServer, startMailServer } from './support/mail-server.ts'
import { startStation, type TestStation } from './support/station.ts'

let mail: MailServer
let station: TestStation
beforeAll(async () => {
  mail = await startMailServer()
  station = await startStation({ smtpUrl: mail.url, mailFrom: 'radio@campus.test', stationName: 'Radyo Uno' })
})
afterAll(async () => {
  await station.close()
  await mail.close()
})

const IN_ONE_LINE = 'Use one line, without control characters'
const REFUSED = [
  ['a break of lines', 'winner!\nYour account is locked', IN_ONE_LINE],
  ['a carriage return', 'a\rb', IN_ONE_LINE],
  ['a bell', 'a\u0007b', IN_ONE_LINE],
  ['a control of C1', 'a\u0085b', IN_ONE_LINE],
  ['a separator of lines', 'a\u2028b', IN_ONE_LINE],
  ['an override of the direction', 'a\u202eb', IN_ONE_LINE],
  ['an isolate', '\u2067a', IN_ONE_LINE],
  ['nothing that is to be seen', '\u200b\u3164', null],
] as const
const person = {
  lastname: 'Reyes',
  birthdate: '2000-02-29',
  gender: '' as const,
  email: 'someone@station.test',
  password: 'tuning fork',
}

it.each(REFUSED)('[AU48] a name with %s is refused at its field', async (_, firstname, message) => {
  const { status, error } = await station.call(register, { body: { ...person, firstname } })
  expect([status, error.fields?.firstname]).toEqual([400, message ?? 'Please enter a name'])
  const ana = await station.as('LISTENER', 'ana')
  const changed = await station.call(updateProfile, {
    as: ana,
    params: { id: ana.id },
    body: { lastname: firstname },
  })
  expect([changed.status, changed.error.fields?.lastname]).toEqual([400, message ?? 'Please enter a name'])
})

it.each(REFUSED)('[HT32] so is a title with %s', async (_, title, message) => {
  const { status, error } = await station.call(createBroadcast, {
    as: await station.as('DJ'),
    body: { title },
  })
  expect([status, error.fields?.title]).toEqual([400, message ?? 'Please enter a title'])
})

it.each(['Ñino Peñaranda', 'علي', 'דנה', 'नेहा क्‍ष', '李小龍', '👩‍🚀', ' O’Brien-Müller '])(
  '[HT32] %s is taken',
  async (title) => {
    const { status, data } = await station.call(createBroadcast, {
      as: await station.as('DJ'),
      body: { title },
    })
    expect([status, data.title]).toEqual([201, title.trim()])
  },
)

it('[AU48] a code is sent without the name, which may be a message of whoever registered', async () => {
  const firstname = 'Winner! Unlock your account: http://evil.test'
  await station.call(register, { body: { ...person, firstname } })
  await fetch(`${station.origin}/api/auth/send-code?email=${person.email}`, { method: 'POST' })
  const sent = await mail.next()
  expect(sent.to).toEqual([person.email])
  expect(codeIn(sent)).toMatch(/^\d{6}$/)
  expect(sent.text).not.toContain('Winner')
})
