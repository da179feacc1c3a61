import type { RecordedOutage } from '@carillon/contract/recordings/schemas'
import { CircleCheck, Unplug, VolumeX } from 'lucide-react'
import { clockWords, isMended, lengthWords, outagesWords } from './words.ts'

/** Outages of the DJ’s line in a recording, and what of them is silent; nothing where the line held. */
export function Outages({ outages }: { outages: readonly RecordedOutage[] }) {
  if (outages.length === 0) return null
  return (
    <details className="group text-sm">
      <summary className="flex cursor-pointer items-start gap-2 text-text-muted hover:text-text coarse:min-h-11 coarse:items-center">
        <Unplug aria-hidden="true" className="mt-0.5 size-4 shrink-0 coarse:mt-0" />
        <span>
          {outagesWords(outages)}{' '}
          <span className="underline underline-offset-3 group-open:hidden">Where?</span>
        </span>
      </summary>
      <ul className="mt-2 grid gap-1 pl-6 tabular-nums">
        {outages.map((outage) => (
          <Row key={outage.atMs} outage={outage} />
        ))}
      </ul>
    </details>
  )
}

function Row({ outage }: { outage: RecordedOutage }) {
  const isWhole = isMended(outage)
  const Icon = isWhole ? CircleCheck : VolumeX
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${isWhole ? 'text-success' : 'text-warning'}`} />
      At {clockWords(outage.atMs)}, {lengthWords(outage.durationMs)}:{' '}
      {isWhole ? 'nothing missing' : `${lengthWords(outage.silentMs)} silent`}
    </li>
  )
}
