import type { Config } from '../config.ts'
import { errorMessage } from '../kernel/error-message.ts'

/** Result of one check: fine, works with a drawback, or keeps the station from working. */
export type Verdict = 'OK' | 'WARN' | 'FAIL'

/** One line for a person: how it stands, and what to do unless it is fine. */
export type Finding = { verdict: Verdict; message: string }

/** Context of the checks. */
export type Patient = {
  config: Config
  /** Whether a station runs on this data folder, and its process; null when none does. */
  running: { pid: number | null } | null
  now(): number
}

/** One thing that is looked at. It may throw: that is told as a failure. */
export type Check = { name: string; look(patient: Patient): Promise<Finding[]> }

export const ok = (message: string): Finding => ({ verdict: 'OK', message })
export const warn = (message: string): Finding => ({ verdict: 'WARN', message })
export const fail = (message: string): Finding => ({ verdict: 'FAIL', message })

/** Why it failed, in one line. */
export function briefReasonOf(error: unknown): string {
  return errorMessage(error).split('\n', 1)[0] ?? ''
}

/** Bytes as people say them. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** power
  return `${amount >= 100 || power === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`
}
