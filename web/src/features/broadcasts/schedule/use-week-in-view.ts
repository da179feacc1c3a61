import { useSearchParams } from '../../../lib/router/router.tsx'
import { dayText, type Week, weekNamed, weekOf } from './week.ts'

/** View of a week: as a grid, or as a list. */
export type View = 'week' | 'list'
/** Which week is looked at, and how; the address of the page says it. */
export type InView = { week: Week; view: View; isMineOnly: boolean }
export type WeekInView = InView & {
  today: Week
  isThisWeek: boolean
  /** Changes what is looked at; what is not named stays. */
  go(change: Partial<InView>): void
}

/** Week named by the address; by itself this week as a grid, no matter whose the shows are. */
export function useWeekInView(now: Date): WeekInView {
  const [address, setAddress] = useSearchParams()
  const today = weekOf(now)
  const isToday = (week: Week) => week.start.getTime() === today.start.getTime()
  const inView: InView = {
    week: weekNamed(address.get('week'), now),
    view: address.get('view') === 'list' ? 'list' : 'week',
    isMineOnly: address.get('shows') === 'mine',
  }
  const go = (change: Partial<InView>) => {
    const { week, view, isMineOnly } = { ...inView, ...change }
    setAddress(
      {
        ...(!isToday(week) && { week: dayText(week.start) }),
        ...(view === 'list' && { view }),
        ...(isMineOnly && { shows: 'mine' }),
      },
      { replace: true },
    )
  }
  return { ...inView, today, isThisWeek: isToday(inView.week), go }
}
