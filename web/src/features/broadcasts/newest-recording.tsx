import { Headphones } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { ShowArt } from '../../ui/show-art.tsx'
import { useRecorded } from './use-recorded.ts'

/** On the stage while nothing is on air: what can be heard now. */
export function NewestRecording() {
  const newest = useRecorded().data?.[0]
  if (!newest) return null
  return (
    <Link
      to={`/broadcast/${newest.id}`}
      className="group flex h-14 max-w-full items-center gap-3 text-on-stage no-underline"
    >
      <ShowArt title={newest.title} className="size-14 shrink-0 rounded-input" />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 text-sm font-semibold text-[#fec528]">
          <Headphones aria-hidden="true" className="size-4" />
          Listen again
        </span>
        <span className="block truncate font-semibold group-hover:underline">{newest.title}</span>
      </span>
    </Link>
  )
}
