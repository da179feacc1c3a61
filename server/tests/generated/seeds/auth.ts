import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendCode } from '@carillon/contract/auth/endpoints'
import { forgotPassword } from '@carillon/contract/auth/password-reset'
import { banUser } from '@carillon/contract/auth/people-endpoints'
import { PASSWORD } from '../../support/station.ts'
import type { Seeds } from '../seed.ts'
import type { World } from '../world.ts'

const newEmail = () => `${randomUUID()}@campus.test`
const self = async (world: World) => {
  const as = await world.newcomer()
  return { as, path: { id: as.id } }
}
const somebody = async (world: World) => ({ path: { id: (await world.newcomer()).id } })

export const authSeeds: Seeds = {
  'POST /api/auth/login': async (world) => {
    const { email } = await world.newcomer()
    return { as: 'visitor', body: { email, password: PASSWORD } }
  },
  'POST /api/auth/logout': async (world) => ({ as: await world.newcomer() }),
  'POST /api/auth/register': () => ({
    as: 'visitor',
    body: { email: newEmail(), birthdate: '2000-02-29' },
  }),
  'POST /api/auth/send-code': async (world) => {
    const { email } = await world.newcomer()
    return { as: 'visitor', query: { email } }
  },
  'POST /api/auth/verify': async (world) => {
    const { email } = await world.newcomer()
    await world.station.call(sendCode, { query: { email } })
    return { as: 'visitor', query: { email, code: await codeFor(world, email) } }
  },
  'POST /api/auth/forgot-password': async (world) => {
    const { email } = await world.newcomer()
    return { as: 'visitor', body: { email } }
  },
  'POST /api/auth/reset-password': async (world) => {
    const { email } = await world.newcomer()
    await world.station.call(forgotPassword, { body: { email } })
    return { as: 'visitor', body: { token: await tokenFor(world, email) } }
  },
  'GET /api/auth/{id}': somebody,
  'PUT /api/auth/{id}': async (world) => ({ ...(await self(world)), body: { birthdate: '2000-02-29' } }),
  'POST /api/auth/{id}/change-password': async (world) => ({
    ...(await self(world)),
    body: { currentPassword: PASSWORD },
  }),
  'POST /api/auth/users': () => ({ body: { email: newEmail(), birthdate: '2000-02-29' } }),
  'PUT /api/auth/{id}/role': somebody,
  'PUT /api/auth/{id}/role/by-actor': async (world) => ({
    ...(await somebody(world)),
    as: 'MODERATOR',
    query: { newRole: 'DJ' },
  }),
  'POST /api/auth/{id}/reset-password': somebody,
  'POST /api/auth/{id}/ban': somebody,
  'POST /api/auth/{id}/unban': async (world) => {
    const { path } = await somebody(world)
    await world.station.call(banUser, { as: world.root, params: path, body: {} })
    return { path }
  },
}

/** Without a mail server letters are files; this one is written after the reply. */
const codeFor = (world: World, email: string) => findInMail(world, email, /^ {4}(\d{6})\r?$/m)
const tokenFor = (world: World, email: string) => findInMail(world, email, /reset-password#([\w-]{43})/)

async function findInMail(world: World, email: string, pattern: RegExp): Promise<string> {
  const folder = join(world.station.config.dataDir, 'outbox')
  const deadlineMs = Date.now() + 10_000
  while (Date.now() < deadlineMs) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    for (const name of names.sort().reverse()) {
      // The oldest ones give way to new ones at any time.
      const written = await readFile(join(folder, name), 'utf8').catch(() => '')
      // RFC 2045 s6.7: a long line is broken.
      const mail = written.replaceAll(/=\r?\n/g, '')
      const found = mail.includes(email) && pattern.exec(mail)?.[1]
      if (found) return found
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('no code was sent')
}
