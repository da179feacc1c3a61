import webPush from 'web-push'
import type { Db } from '../table.ts'
import { findKeys, keepKeys, type PushKeys } from './push-store.ts'

/** Gives the station's VAPID keys, made when there are none yet, and reads them once; a failure is tried again. */
export function createPushKeys(db: Db): () => Promise<PushKeys> {
  let known: Promise<PushKeys> | null = null
  const load = async () => (await findKeys(db)) ?? keepKeys(db, webPush.generateVAPIDKeys())
  return () => {
    known ??= load().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}
