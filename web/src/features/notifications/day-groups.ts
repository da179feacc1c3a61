import { DAY_MS } from '@carillon/contract/durations'
import type { Notification } from '@carillon/contract/notifications/schemas'
import { formatDate, fromStationTime, toStationTime } from '../../lib/station-time.ts'

export type DayGroup = { day: string; items: readonly Notification[] }

/** Groups notifications, newest first, by their day in the station's zone: Today, Yesterday, Nov 18, 2026. */
export function dayGroups(items: readonly Notification[], now: Date): DayGroup[] {
  const groups = new Map<string, Notification[]>()
  for (const item of items) {
    const day = dayOf(new Date(item.timestamp), now)
    groups.set(day, [...(groups.get(day) ?? []), item])
  }
  return [...groups].map(([day, sent]) => ({ day, items: sent }))
}

function dayOf(sent: Date, now: Date): string {
  const date = formatDate(sent)
  if (date === formatDate(now)) return 'Today'
  return date === formatDate(dayBefore(now)) ? 'Yesterday' : date
}

/** From noon: where the clock changes a day is an hour longer or shorter than others. */
function dayBefore(now: Date): Date {
  const noon = fromStationTime(`${toStationTime(now).slice(0, 10)}T12:00`)
  return new Date(noon.getTime() - DAY_MS)
}
