import { expect, it } from 'vitest'
import { readParts, slim } from './slim-endpoints.ts'

it('[SH643] calls keep what the client reads and nothing else', () => {
  const code = `
      export const end = endpoint({
        method: 'POST',
        path: '/api/broadcasts/:id/end',
        summary: 'End it, \`reason\` is read by staff',
        access: ['DJ', { role: 'ADMIN' }],
        status: 201,
        isOncePerKey: true,
        body: z.object({ path: z.string(), reply: z.string() }),
        reply: broadcastSchema,
      })
      const act = (path, summary) => endpoint({ path, summary, reply: z.null(), method: 'POST' })
      export const words = { summary: 'stays' }
    `
  expect(slim(code).replace(/\s+/g, ' ').trim()).toBe(
    "export const end = endpoint({ method: 'POST', path: '/api/broadcasts/:id/end', status: 201, isOncePerKey: true }) " +
      "const act = (path, summary) => endpoint({ path, method: 'POST' }) " +
      "export const words = { summary: 'stays' }",
  )
})

it('[SH643] calls are not read for more by a page', () => {
  const code = `
      import { end as finish, LIMITS } from '@carillon/contract/broadcasts/endpoints'
      import { other } from './other.ts'
      finish.body.parse(1)
      other.body.parse(1)
      LIMITS.size
      finish.path
    `
  expect(readParts(code)).toEqual(['finish.body'])
})
