import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../../kernel/app-error.ts'
import { isVisibleAsNext, requirePermitted } from '../access.ts'
import { listLive, lockBroadcast } from '../store.ts'
import type { Db, StoredBroadcast } from '../table.ts'

/** 409 with these words. */
export const refuse = (message: string) => new AppError('WRONG_STATE', { message })
/** 400 of one field. */
export const invalid = (field: string, message: string) =>
  new AppError('INVALID_INPUT', { fields: { [field]: message } })

/** Rows in the order of their ids, whoever locks them: two that want both never wait for each other. */
export async function lockInOrder(trx: Db, ids: readonly [number, number]) {
  const lower = await lockBroadcast(trx, Math.min(...ids))
  const higher = await lockBroadcast(trx, Math.max(...ids))
  return ids[0] < ids[1] ? ([lower, higher] as const) : ([higher, lower] as const)
}

/** The show that hands over, 404 or 403 where the person may not, and the one that follows, which must exist for them. */
export async function lockBoth(
  trx: Db,
  { id, to, person }: { id: number; to: number; person: Person },
): Promise<{ from: StoredBroadcast; next: StoredBroadcast }> {
  const [found, next] = await lockInOrder(trx, [id, to])
  const from = requirePermitted(found, person, 'hand-over')
  if (!next || next.state === 'GONE' || !isVisibleAsNext(next, from, person))
    throw invalid('to', 'There is no such show')
  return { from, next }
}

/** The live show, held together with another broadcast; undefined when nothing is on air. */
export async function lockLiveWith(trx: Db, id: number): Promise<StoredBroadcast | undefined> {
  const [live] = await listLive(trx)
  if (!live) return undefined
  const [locked] = await lockInOrder(trx, [live.id, id])
  return locked?.state === 'LIVE' ? locked : undefined
}
