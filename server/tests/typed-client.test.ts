import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openApi, { astToString } from 'openapi-typescript'
import { expect, it, onTestFinished } from 'vitest'
import { ADMIN, startStation } from './support/station.ts'

const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
const runFile = promisify(execFile)

/** Program of a student, in ten calls: it reads, writes, and is refused. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './station.d.ts'

const { STATION = '', EMAIL = '', PASSWORD = '' } = process.env
const visitor = createClient<paths>({ baseUrl: STATION })
const signedIn = await visitor.POST('/api/auth/login', { body: { email: EMAIL, password: PASSWORD, rememberMe: false } })
const reply = signedIn.data?.data
if (!reply || !('token' in reply)) throw new Error('Not signed in')
const station = createClient<paths>({ baseUrl: STATION, headers: { Authorization: \`Bearer \${reply.token}\` } })

const me = await station.GET('/api/auth/me')
const planned = await station.POST('/api/broadcasts', {
  body: { title: 'Harana Hour', scheduledStart: '2027-03-01T15:00:00.000', scheduledEnd: '2027-03-01T16:00:00.000' },
})
const id = planned.data?.data.id ?? 0
const path = { id }
const renamed = await station.PUT('/api/broadcasts/{id}', { params: { path }, body: { title: 'Kundiman' } })
const one = await visitor.GET('/api/broadcasts/{id}', { params: { path } })
const listed = await visitor.GET('/api/broadcasts', { params: { query: { page: 0, size: 5 } } })
const upcoming = await visitor.GET('/api/broadcasts/upcoming')
const status = await visitor.GET('/api/stream/status')
const refused = await visitor.DELETE('/api/broadcasts/{id}', { params: { path } })
const removed = await station.DELETE('/api/broadcasts/{id}', { params: { path } })
// @ts-expect-error A title is a text.
void (() => station.PUT('/api/broadcasts/{id}', { params: { path }, body: { title: 5 } }))

console.log(
  JSON.stringify({
    email: me.data?.data?.email,
    titles: [planned.data?.data.title, renamed.data?.data.title, one.data?.data.title],
    isListed: listed.data?.data.content.some((show) => show.id === id),
    isUpcoming: upcoming.data?.data.some((show) => show.id === id),
    isLive: status.data?.data.isLive,
    refusal: refused.error?.code,
    removal: removed.response.status,
  }),
)
`

it('[HT66] a client generated from the OpenAPI document compiles, and makes ten calls', async () => {
  const station = await startStation()
  onTestFinished(() => station.close())
  const document = await (await fetch(`${station.origin}/api/docs/openapi.json`)).text()
  // Inside the tree, so that the program finds its library.
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'station.d.ts'), astToString(await openApi(document)))
  await writeFile(join(folder, 'program.mts'), PROGRAM)
  const options = '--strict --target esnext --module nodenext --rewriteRelativeImportExtensions --types node'
  const compiled = runFile(TSC, [...options.split(' '), join(folder, 'program.mts')], { cwd: ROOT })
  const complaints = await compiled.catch(({ stdout }: { stdout: string }) => ({ stdout }))
  expect(complaints.stdout).toBe('')
  const env = { ...process.env, STATION: station.origin, EMAIL: ADMIN.email, PASSWORD: ADMIN.password }
  const { stdout } = await runFile(process.execPath, [join(folder, 'program.mjs')], { cwd: ROOT, env })
  expect(JSON.parse(stdout)).toEqual({
    email: ADMIN.email,
    titles: ['Harana Hour', 'Kundiman', 'Kundiman'],
    isListed: true,
    isUpcoming: true,
    isLive: false,
    refusal: 'NOT_SIGNED_IN',
    removal: 204,
  })
})
