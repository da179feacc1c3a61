import { StaffLineCard } from '../../features/staff-line/staff-line-card.tsx'
import { useNextShow } from './next-show.ts'

export type LineToDjProps = { broadcastId: number; viewerId: number; isFlush?: boolean }

/** The line of staff to the DJ on air, and to the one who stands by. */
export function LineToDjCard(props: LineToDjProps) {
  return <StaffLineCard {...props} to="dj" other={useNextShow(props.broadcastId)} />
}
