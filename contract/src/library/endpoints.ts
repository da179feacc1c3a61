import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  LIBRARY_ACCESS,
  LIBRARY_KINDS,
  LIBRARY_PAGE_SIZE,
  libraryItemBodySchema,
  libraryItemSchema,
  libraryQuotaSchema,
  MAX_TAG_LENGTH,
} from './schemas.ts'

/** `search` looks into title, artist and album. */
const libraryQuery = z.extend(pageQuery(LIBRARY_PAGE_SIZE), {
  search: z.optional(z.string().check(z.maxLength(MAX_TAG_LENGTH))),
  kind: z.optional(z.enum(LIBRARY_KINDS)),
  owner: z._default(z.enum(['all', 'me']), 'all'),
})

export const listLibrary = endpoint({
  method: 'GET',
  path: '/api/library',
  summary: 'Items of the library, newest first; those of others that rest are seen by staff alone',
  access: LIBRARY_ACCESS,
  status: 200,
  query: libraryQuery,
  reply: pageOf(libraryItemSchema),
})
export const getLibraryQuota = endpoint({
  method: 'GET',
  path: '/api/library/quota',
  summary: 'Room that the files of the library take, and may take',
  access: LIBRARY_ACCESS,
  status: 200,
  reply: libraryQuotaSchema,
})
export const getLibraryItem = endpoint({
  method: 'GET',
  path: '/api/library/:id',
  summary: 'One item of the library',
  access: LIBRARY_ACCESS,
  status: 200,
  params: idParams,
  reply: libraryItemSchema,
})
export const updateLibraryItem = endpoint({
  method: 'PUT',
  path: '/api/library/:id',
  summary: 'Change what is known of an item: who uploaded it, staff any',
  access: LIBRARY_ACCESS,
  status: 200,
  params: idParams,
  body: libraryItemBodySchema,
  reply: libraryItemSchema,
})
export const deleteLibraryItem = endpoint({
  method: 'DELETE',
  path: '/api/library/:id',
  summary: 'Delete an item and its file, from all playlists too: who uploaded it, staff any',
  access: LIBRARY_ACCESS,
  status: 204,
  params: idParams,
  reply: z.null(),
})

export const libraryEndpoints = {
  listLibrary,
  getLibraryQuota,
  getLibraryItem,
  updateLibraryItem,
  deleteLibraryItem,
}
