import { emailSchema } from '@carillon/contract/auth/schemas'
import { endpoint } from '@carillon/contract/endpoint'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { RawRoute } from '../route.ts'
import { openApi } from './open-api.ts'

type Written = {
  paths: Record<string, Record<string, { operationId: string; responses: object; requestBody?: object }>>
}
const documentOf = async (
  endpoints: Parameters<typeof openApi>[0]['endpoints'],
  rawRoutes: RawRoute[] = [],
) =>
  (await openApi(
    { endpoints, rawRoutes, names: new Map([[addThing, 'addThing']]) },
    'Campus Radio',
  )) as Written

const addThing = endpoint({
  method: 'POST',
  path: '/api/things/:id',
  summary: 'Add a thing',
  access: ['DJ'],
  status: 201,
  params: z.object({ id: z.int() }),
  body: z.object({ email: emailSchema }),
  reply: z.null(),
  refusals: ['SLOW_MODE'],
})

it('[ED4] a call tells every status it may be refused with', async () => {
  const { responses } = (await documentOf([addThing])).paths['/api/things/{id}']?.post ?? { responses: {} }
  const statuses = [200, 201, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503]
  expect(Object.keys(responses).map(Number)).toEqual(statuses)
})

it('[ED4] text that is trimmed before it is looked at is told by both', async () => {
  const { requestBody } = (await documentOf([addThing])).paths['/api/things/{id}']?.post ?? {}
  expect(JSON.stringify(requestBody)).toContain('"format":"email"')
})

it('[ED4] an address that answers with no JSON tells its types; a protocol of its own is left out', async () => {
  const open = { access: 'public', summary: 'A file', handle: () => undefined } as const
  const file = {
    ...open,
    path: '/file',
    documented: { answers: { 200: { description: 'It', type: 'a/b' } } },
  }
  const { paths } = await documentOf([], [file, { ...open, path: '/protocol' }])
  expect(Object.keys(paths)).toEqual(['/file'])
  expect(paths['/file']?.get?.responses).toMatchObject({ 200: { content: { 'a/b': {} } } })
})

it('[HT60] a call has the name that the contract gives it, an address of its own kind one of method and path', async () => {
  const other = { ...addThing, path: '/api/things/:id/parts' } as const
  const documented = { answers: { 200: { description: 'It', type: 'a/b' } } }
  const raw: RawRoute = {
    path: '/live.:kind',
    methods: ['GET', 'OPTIONS'],
    access: 'public',
    summary: 'A file',
    handle: () => undefined,
    documented,
  }
  const { paths } = await documentOf([addThing, other], [raw])
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(ids).toEqual(['addThing', 'postThingsIdParts', 'getLiveKind', 'optionsLiveKind'])
})
