import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { setSessionCookie } from './cookie.ts'

/** The cookie that a sign-in over plain http sets. */
async function cookieFor(publicUrl: string | null): Promise<string> {
  const app = fastify()
  onTestFinished(() => app.close())
  await app.register(cookie)
  app.get('/', async (request, reply) => {
    setSessionCookie({ request, reply, publicUrl }, 'abc', false)
    return ''
  })
  return String((await app.inject('/')).headers['set-cookie'])
}

it('[AU17] where the world comes by TLS, the cookie never travels without, whatever the proxy says', async () => {
  expect(await cookieFor('https://radio.example')).toBe('token=abc; Path=/; HttpOnly; Secure; SameSite=Lax')
})

it.each([null, 'http://radio.example'])(
  '[AU17] reached as %s, a sign-in works without TLS',
  async (publicUrl) => {
    expect(await cookieFor(publicUrl)).toBe('token=abc; Path=/; HttpOnly; SameSite=Lax')
  },
)
