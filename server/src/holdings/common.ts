import { MAX_BODY_BYTES } from '@carillon/contract/endpoint'
import { POOL_SIZE } from '../db/connect.ts'
import { BACKLOG, CONNECTION_LIMITS } from '../http/connections.ts'

import { counted } from './holding.ts'

/** When a call holds nothing any more. */
export const ANSWERED = 'the reply'

/** Rows that apply to every call and every address that answers with something else. */
export const EVERY_REQUEST = [
  counted('contract/src/endpoint.ts', { MAX_BODY_BYTES }, 'bytes of body', 'request'),
  counted(
    'server/src/http/connections.ts',
    { 'CONNECTION_LIMITS.requestMs': CONNECTION_LIMITS.requestMs },
    'ms until the request is there',
    'request',
  ),
  counted(
    'server/src/http/connections.ts',
    { 'CONNECTION_LIMITS.stalledMs': CONNECTION_LIMITS.stalledMs },
    'ms in which nothing of the reply can be written',
    'request',
  ),
  counted('server/src/db/connect.ts', { POOL_SIZE }, 'connections to the database', 'all'),
] as const
/** Limits on connections, whatever they ask. */
export const EVERY_CONNECTION = [
  counted(
    'server/src/http/connections.ts',
    { 'CONNECTION_LIMITS.total': CONNECTION_LIMITS.total },
    'connections',
    'all',
  ),
  counted(
    'server/src/http/connections.ts',
    { 'CONNECTION_LIMITS.perAddress': CONNECTION_LIMITS.perAddress },
    'connections',
    'address',
  ),
  counted('server/src/http/connections.ts', { BACKLOG }, 'connections that wait to be accepted', 'all'),
] as const
