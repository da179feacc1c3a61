import { StaffLineCard } from '../../features/staff-line/staff-line-card.tsx'
import type { LineToDjProps } from './line-to-dj.tsx'
import { useNextShow } from './next-show.ts'

/** The line of staff to the DJ on air, and to the one who stands by. */
export function LineToDjCard(props: LineToDjProps) {
  return <StaffLineCard {...props} to="dj" other={useNextShow(props.broadcastId)} />
}
