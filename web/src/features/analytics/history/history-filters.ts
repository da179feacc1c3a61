import { HISTORY_DAYS } from '@carillon/contract/broadcasts/schemas'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { STAY_PUT } from '../../../lib/stay-put.ts'
import { HISTORY_WINDOWS } from './use-history.ts'

/** Filters of the history; the address keeps them. */
export type HistoryFilters = {
  days: number
  /** A type of news as the address names it, valid or not; empty for the shows themselves. */
  type: string
  dj: string
  q: string
  /** The show whose details are open. */
  show: number | null
}

export type ChangeHistory = (change: Partial<HistoryFilters>) => void

/** The filters in the address. Only opening a show is a step of the browser's history. */
export function useHistoryFilters(): [HistoryFilters, ChangeHistory] {
  const [address, setAddress] = useSearchParams()
  const filters = useMemo(() => readFilters(address), [address])
  const change = useCallback<ChangeHistory>(
    (changed) =>
      setAddress((before) => addressOf({ ...readFilters(before), ...changed }), {
        replace: !changed.show,
        state: STAY_PUT,
      }),
    [setAddress],
  )
  return [filters, change]
}

/** The filters an address names; what it names wrongly is as if it named nothing, but for the type. */
export function readFilters(address: URLSearchParams): HistoryFilters {
  const days = Number(address.get('days'))
  const show = address.get('show') ?? ''
  return {
    days: HISTORY_WINDOWS.find((window) => window === days) ?? HISTORY_DAYS,
    type: address.get('type') ?? '',
    dj: address.get('dj') ?? '',
    q: address.get('q') ?? '',
    show: /^[1-9]\d{0,8}$/.test(show) ? Number(show) : null,
  }
}

/** As `readFilters` reads it; what is so by itself is left out. */
export function addressOf({ days, type, dj, q, show }: HistoryFilters): Record<string, string> {
  return {
    ...(days !== HISTORY_DAYS && { days: String(days) }),
    ...(type && { type }),
    ...(dj && { dj }),
    ...(q && { q }),
    ...(show !== null && { show: String(show) }),
  }
}
