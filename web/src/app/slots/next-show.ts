import { useHandOver } from '../../features/broadcasts/hand-over/use-hand-over.ts'
import type { OtherShow } from '../../features/staff-line/line-words.ts'

/** The show that stands by to follow the live one; null while nobody does. */
export function useNextShow(liveId: number): OtherShow | null {
  const next = useHandOver(liveId).data?.next
  return next?.standingBySince ? { broadcastId: next.id, djName: next.dj.name } : null
}
