import { useEffect, useState } from 'react'

/** A loss of connection shorter than this is shown nowhere. */
export const LOSS_SHOWN_AFTER_MS = 4_000

/** Whether something has been so for 4 s without a break. */
export function useLasting(isSo: boolean): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setHasLasted(true), LOSS_SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setHasLasted(false)
    }
  }, [isSo])
  return isSo && hasLasted
}
