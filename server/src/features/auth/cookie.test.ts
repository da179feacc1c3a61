import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { setSessionCookie } from './cookie.ts'

/** The cookies that a sign-in over plain http sets. */
async function cookieFor(publicUrl: string | null, sent = ''): Promise<string[]> {
  const app = fastify()
  onTestFinished(() => app.close())
  await app.register(cookie)
  app.get('/', async (request, reply) => {
    setSessionCookie({ request, reply, publicUrl }, 'abc', false)
    return ''
  })
  return [(await app.inject({ url: '/', headers: { cookie: sent } })).headers['set-cookie'] ?? []].flat()
}

it('[AU17] where the world comes by TLS, the cookie never travels without, whatever the proxy says', async () => {
  expect(await cookieFor('https://radio.example')).toContain(
    '__Host-token=abc; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

it('[SE10] by https the cookie has a name that no other host can set, and one of the plain name goes', async () => {
  const [plain, ...others] = await cookieFor('https://radio.example')
  expect(plain).toMatch(/^token=; .*Expires=Thu, 01 Jan 1970/)
  expect(others.map((cookie) => cookie.split('=', 1)[0])).toEqual(['__Host-token'])
})

it('[SE10] a secure cookie of before, which would hide the new one, is taken back', async () => {
  const [old, ...others] = await cookieFor(null, '__Host-token=old')
  expect(old).toMatch(/^__Host-token=; .*Expires=Thu, 01 Jan 1970.*Secure/)
  expect(others).toEqual(['token=abc; Path=/; HttpOnly; SameSite=Lax'])
})

it.each([null, 'http://radio.example'])(
  '[AU17] reached as %s, a sign-in works without TLS',
  async (publicUrl) => {
    expect(await cookieFor(publicUrl)).toEqual(['token=abc; Path=/; HttpOnly; SameSite=Lax'])
  },
)
