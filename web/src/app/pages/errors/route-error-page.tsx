import { House, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePageTitle } from '../../../lib/document-title.ts'
import { NewVersionError } from '../../../lib/load-part.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { PATHS } from '../../paths.ts'
import { MessagePage } from './message-page.tsx'

/** Page for a broken route: one of an older version, or a fault of ours with a number to quote. */
export function RouteErrorPage({ error }: { error: unknown }) {
  return error instanceof NewVersionError ? <NewVersion /> : <Fault error={error} />
}

function NewVersion() {
  usePageTitle('A new version is available')
  return (
    <MessagePage title="A new version is available" actions={<Reload label="Reload" />}>
      <p>The station was updated while this page was open.</p>
    </MessagePage>
  )
}

function Fault({ error }: { error: unknown }) {
  const [reference] = useState(() => randomUuid().slice(0, 8).toUpperCase())
  usePageTitle('Unexpected Application Error')
  useEffect(() => console.error(`Reference ${reference}:`, error), [reference, error])
  return (
    <MessagePage
      title="Unexpected Application Error"
      actions={
        <>
          <Reload label="Refresh" />
          {/* A full load: whatever broke is left behind. */}
          <a href={PATHS.root} className={buttonClasses('outline')}>
            <House aria-hidden="true" className="size-5" />
            Home
          </a>
        </>
      }
    >
      <p role="alert">This page could not be shown. Refreshing often helps.</p>
      <p className="text-sm">
        Reference <span className="font-semibold text-text">{reference}</span>
      </p>
    </MessagePage>
  )
}

function Reload({ label }: { label: string }) {
  return (
    <Button icon={<RotateCw className="size-5" />} onClick={() => location.reload()}>
      {label}
    </Button>
  )
}
