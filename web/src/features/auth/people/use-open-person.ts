import { useCallback } from 'react'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { STAY_PUT } from '../../../lib/stay-put.ts'

const NAME = 'person'

/** The account whose panel is open, as the address says, and the way to another; null closes it. Another filter does as well. */
export function useOpenPerson(): [id: number | null, open: (id: number | null) => void] {
  const [address, setAddress] = useSearchParams()
  const named = Number(address.get(NAME))
  const open = useCallback(
    (id: number | null) =>
      setAddress(
        (before) => {
          const after = new URLSearchParams(before)
          if (id === null) after.delete(NAME)
          else after.set(NAME, String(id))
          return after
        },
        { replace: id === null, state: STAY_PUT },
      ),
    [setAddress],
  )
  return [Number.isSafeInteger(named) && named > 0 ? named : null, open]
}
