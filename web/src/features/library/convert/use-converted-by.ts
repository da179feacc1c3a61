import { useQuery } from '@tanstack/react-query'
import { useLibraryQuota } from '../use-library.ts'
import { canEncodeOpus } from './can-encode-opus.ts'
import type { ConvertedBy } from './messages.ts'

/** Converter of this page's files; null: nobody can. Until that is known, the browser, and where it cannot, the station. */
export function useConvertedBy(): ConvertedBy | null {
  const { data: canEncode = true } = useQuery({
    queryKey: ['can-encode-opus'],
    queryFn: canEncodeOpus,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: quota } = useLibraryQuota()
  if (canEncode) return 'BROWSER'
  return quota?.canConvert === false ? null : 'STATION'
}
