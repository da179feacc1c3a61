import type { Role } from '@carillon/contract/roles'
import { RefreshCw } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Part } from './part.tsx'
import { AgeChart, GenderChart, RolesChart } from './people-charts.tsx'
import type { Overview } from './use-overview.ts'

export type PeopleProps = { overview: Overview; role: Role; onRefresh(): void }

/** Charts of the station's people; by role for an ADMIN alone. */
export function People({ overview: { demographics, users }, role, onRefresh }: PeopleProps) {
  return (
    <section aria-labelledby="people" className="paper-flow grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="people">The people</h2>
        <Button
          size="sm"
          variant="outline"
          className="no-print"
          busy={demographics.isFetching}
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
          onClick={onRefresh}
        >
          Refresh demographics
        </Button>
      </header>
      <div className="paper-flow grid gap-6 lg:grid-cols-2">
        <Part name="How old are our members?" asked={demographics} className="min-h-100">
          {(known) => <AgeChart demographics={known} />}
        </Part>
        <Part name="What gender are our members?" asked={demographics} className="min-h-100">
          {(known) => <GenderChart demographics={known} />}
        </Part>
        {role === 'ADMIN' && (
          <Part name="How many people have each role?" asked={users} className="min-h-80 lg:col-span-2">
            {(known) => <RolesChart users={known} />}
          </Part>
        )}
      </div>
    </section>
  )
}
