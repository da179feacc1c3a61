import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type MailServer, startMailServer } from '../../tests/support/mail-server.ts'
import type { Mail } from './mail.ts'
import { createMailer, lineUp } from './mailer.ts'
import { createOutbox } from './outbox.ts'

const MAIL: Mail = { to: 'ana@station.test', subject: 'Hola, señor', text: 'One\nTwo\n' }
const NOON = { now: () => Date.parse('2026-11-20T04:00:00Z') }

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function newMailServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options)
  onTestFinished(() => server.close())
  return server
}

function newMailer(settings: Partial<Parameters<typeof createMailer>[0]['settings']>) {
  const lines: string[] = []
  const note = (details: object, words?: string) => lines.push(`${words} ${JSON.stringify(details)}`)
  const mailer = createMailer({
    settings: {
      smtpUrl: null,
      mailFrom: null,
      publicUrl: null,
      stationName: 'Campus Radio',
      dataDir: '',
      ...settings,
    },
    clock: NOON,
    log: { info: note, warn: note, error: note },
  })
  return { mailer, lines }
}

it('[AU34] a mail reaches the mail server from MAIL_FROM, as it was written', async () => {
  const server = await newMailServer()
  const { mailer } = newMailer({ smtpUrl: server.url, mailFrom: 'Campus Radio <radio@campus.test>' })
  mailer.post(async () => MAIL)
  const { from, to, text } = await server.next()
  await mailer.close()
  expect([from, to]).toEqual(['radio@campus.test', ['ana@station.test']])
  expect(text).toContain('From: Campus Radio <radio@campus.test>')
  expect(text).toContain('Subject: =?UTF-8?Q?Hola=2C_se=C3=B1or?=')
  expect(text).toContain('\r\n\r\nOne\r\nTwo\r\n')
})

it('[AU34] the mail server may ask who sends', async () => {
  const known: Array<string | null | undefined> = []
  const server = await newMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      known.push(username, password)
      done(null, { user: username })
    },
  })
  const { mailer } = newMailer({ smtpUrl: server.url.replace('//', '//station:p%40ss@') })
  mailer.post(async () => MAIL)
  expect((await server.next()).from).toBe('no-reply@localhost')
  await mailer.close()
  expect(known).toEqual(['station', 'p@ss'])
})

it('[AU34] a recipient is one recipient, whatever the address looks like', async () => {
  const server = await newMailServer()
  const { mailer } = newMailer({ smtpUrl: server.url })
  mailer.post(async () => ({ ...MAIL, to: 'ana@station.test, all@station.test' }))
  mailer.post(async () => MAIL)
  await server.next()
  await mailer.close()
  expect(server.taken.flatMap(({ to }) => to)).not.toContain('all@station.test')
})

it('[AU34] a mail that fails is logged, and the next one is sent', async () => {
  const server = await newMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone') ? new Error('No such mailbox') : null),
  })
  const { mailer, lines } = newMailer({ smtpUrl: server.url })
  mailer.post(async () => ({ ...MAIL, to: 'gone@station.test' }))
  mailer.post(async () => {
    throw new Error('the database is away')
  })
  mailer.post(async () => MAIL)
  await server.next()
  await mailer.close()
  expect(lines.map((line) => line.split(' {', 1)[0])).toEqual(Array(2).fill('a mail could not be sent'))
})

it('[AU34] a mail server that hangs keeps nobody waiting, and only so many mails wait for it', async () => {
  const warnings: unknown[] = []
  const { promise: hanging, resolve: letGo } = Promise.withResolvers<void>()
  const log = {
    info: () => undefined,
    warn: (details: unknown) => warnings.push(details),
    error: () => undefined,
  }
  const delivered: string[] = []
  const transport = {
    deliver: async ({ to }: Mail) => {
      await hanging
      delivered.push(to)
    },
    close: () => undefined,
  }
  const mailer = lineUp(transport, log)
  for (let i = 0; i < 203; i++) mailer.post(async () => ({ ...MAIL, to: `${i}` }))
  expect(warnings).toEqual([{ waiting: 200 }])
  letGo()
  await mailer.close()
  // Two were at work; those in line are given up when the station stops.
  expect(delivered).toEqual(['0', '1'])
  mailer.post(async () => MAIL)
  expect(warnings).toHaveLength(3)
})

it('[AU35] without a mail server a mail becomes a file that only the station reads, named in the log', async () => {
  const dataDir = newFolder()
  const { mailer, lines } = newMailer({ dataDir })
  mailer.post(async () => MAIL)
  await mailer.close()
  const [name = ''] = readdirSync(join(dataDir, 'outbox'))
  expect(name).toMatch(/^2026-11-20T04-00-00\.000Z-[0-9a-f]{8}\.eml$/)
  const path = join(dataDir, 'outbox', name)
  expect(lines).toEqual([`mail written; set SMTP_URL to have it sent ${JSON.stringify({ path })}`])
  expect(readFileSync(path, 'utf8')).toMatch(/^To: ana@station\.test$[\s\S]*\n\nOne\nTwo\n$/m)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
})

it('[AU35] the newest hundred mails are kept', async () => {
  const folder = newFolder()
  let nowMs = NOON.now()
  const outbox = createOutbox({
    folder,
    from: 'radio@campus.test',
    clock: { now: () => nowMs++ },
    onWritten: () => undefined,
  })
  for (let i = 0; i < 102; i++) await outbox.deliver({ ...MAIL, subject: `Mail ${i}` })
  const names = readdirSync(folder).sort()
  expect(names).toHaveLength(100)
  expect(readFileSync(join(folder, names[0] ?? ''), 'utf8')).toContain('Subject: Mail 2\n')
})

it('[OP54] a mail stays when it is written, and those of a clock that was ahead go first', async () => {
  const folder = newFolder()
  let nowMs = NOON.now() + 365 * 24 * 60 * 60 * 1_000
  const outbox = createOutbox({
    folder,
    from: 'radio@campus.test',
    clock: { now: () => nowMs++ },
    onWritten: () => undefined,
  })
  for (let i = 0; i < 100; i++) await outbox.deliver(MAIL)
  nowMs = NOON.now()
  await outbox.deliver({ ...MAIL, subject: 'The clock is right' })
  const names = readdirSync(folder).sort()
  expect(names).toHaveLength(100)
  expect(readFileSync(join(folder, names[0] ?? ''), 'utf8')).toContain('Subject: The clock is right\n')
})

it('[AU35] a folder that cannot be written is no harm to anybody but the mail', async () => {
  const { mailer, lines } = newMailer({ dataDir: join(import.meta.filename, 'no folder') })
  mailer.post(async () => MAIL)
  await mailer.close()
  expect(lines[0]).toMatch(/^a mail could not be sent/)
})
