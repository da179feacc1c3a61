import type { Person } from '@carillon/contract/roles'
import { expect, test } from 'vitest'
import { announcementOf, isAnnounced, mentions } from './announcing.ts'
import { aMessage, entriesOf } from './testing.ts'

const ANA: Person = { id: 9, name: 'Ana Cruz', role: 'LISTENER' }
const by = (role: Person['role'], content: string) =>
  entriesOf(aMessage(1, { content, sender: { id: 3, name: 'Jana', role } }))[0] as ReturnType<
    typeof entriesOf
  >[0]

test.each([
  ['hi Ana Cruz!', true],
  ['@ana, listen', true],
  ['@Ana', true],
  ['ana is a name', false],
  ['@anabelle', false],
  ['banana cruzes', false],
])('[CV13] "%s" names Ana Cruz: %s', (text, expected) => {
  expect(mentions(text, ANA.name)).toBe(expected)
})

test('[CV13] by default only mentions and the crew are said, never oneself', () => {
  expect(isAnnounced(by('LISTENER', 'hello all'), ANA, 'mentions')).toBe(false)
  expect(isAnnounced(by('LISTENER', 'hello @ana'), ANA, 'mentions')).toBe(true)
  expect(isAnnounced(by('MODERATOR', 'be kind'), ANA, 'mentions')).toBe(true)
  expect(isAnnounced(by('LISTENER', 'hello all'), null, 'all')).toBe(true)
  expect(isAnnounced(by('DJ', '@ana'), ANA, 'off')).toBe(false)
  const own = entriesOf(aMessage(2, { sender: ANA }))
  expect(own.some((entry) => isAnnounced(entry, ANA, 'all'))).toBe(false)
})

test('[CV13] one message is said with its words, several as how many', () => {
  const both = entriesOf(aMessage(1, { content: 'magandang hapon' }), aMessage(2))
  expect(announcementOf(both.slice(0, 1))).toBe('Jana Ramos: magandang hapon')
  expect(announcementOf(both)).toBe('2 new messages')
})
