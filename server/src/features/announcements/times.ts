import { fromLocalDateTime } from '@carillon/contract/time'

/** When an announcement is published, and when it is put away again, if ever. */
export type Plan = { scheduledFor: Date; expiresAt: Date | null }
/** Messages by the field they belong to, as an error reply carries them. */
export type PlanResult = { ok: true; value: Plan } | { ok: false; fields: Record<string, string> }

/** Wall-clock times of the station as instants. */
export function readPlan(
  given: { scheduledFor: string; expiresAt?: string | null | undefined },
  timeZone: string,
): Plan {
  const expiresAt = given.expiresAt ? fromLocalDateTime(given.expiresAt, timeZone) : null
  return { scheduledFor: fromLocalDateTime(given.scheduledFor, timeZone), expiresAt }
}

/** Publication in the future, expiry after it or never. */
export function checkPlan(plan: Plan, nowMs: number): PlanResult {
  const fields: Record<string, string> = {}
  if (plan.scheduledFor.getTime() <= nowMs) fields.scheduledFor = 'Choose a time in the future'
  if (plan.expiresAt && plan.expiresAt <= plan.scheduledFor)
    fields.expiresAt = 'It must expire after it is published'
  return Object.keys(fields).length === 0 ? { ok: true, value: plan } : { ok: false, fields }
}

/** Whether two plans say the same. */
export function isSamePlan(
  a: { scheduledFor: Date | null; expiresAt: Date | null },
  b: { scheduledFor: Date | null; expiresAt: Date | null },
): boolean {
  return (
    a.scheduledFor?.getTime() === b.scheduledFor?.getTime() &&
    a.expiresAt?.getTime() === b.expiresAt?.getTime()
  )
}
