import { listUsers } from '@carillon/contract/auth/people-endpoints'
import type { User } from '@carillon/contract/auth/schemas'
import { MAX_PAGE_SIZE } from '@carillon/contract/page'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { useCall } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { createPeopleCalls } from './people-calls.ts'
import { type Actor, rightToBan } from './rights.ts'
import { PEOPLE_KEY } from './use-people.ts'
import { usePeopleCache } from './use-people-cache.ts'

const BANNED = { status: 'BANNED' } as const
const UnbanDialog = lazyPart(async () => (await import('./unban-dialog.tsx')).UnbanDialog)

export type LiftBanProps = {
  self: Actor
  /** Whose ban. */
  email: string
  /** The ban is lifted. */
  onLifted(): void
}

/** The way back from a ban, as long as it lasts and `self` may lift it; else nothing. */
export function LiftBan({ self, email, onLifted }: LiftBanProps) {
  const { id, role } = self
  const call = useCall()
  const calls = useMemo(() => createPeopleCalls(call, { id, role }), [call, id, role])
  const cache = usePeopleCache()
  const [isAsked, setAsked] = useState(false)
  const [isLifted, setLifted] = useState(false)
  const person = useBanned(email)
  const lift = async (givenUp: AbortSignal) => {
    if (!person) return
    const account = await calls.unban(person.id, givenUp)
    if (!givenUp.aborted) setAsked(false)
    setLifted(true)
    cache.replace(account)
    onLifted()
  }
  if (isLifted) return <Lifted />
  if (!person || !rightToBan(self, person).allowed) return null
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        className="mt-2"
        aria-haspopup="dialog"
        aria-label={`Lift ${person.name}'s ban…`}
        icon={<Undo2 aria-hidden="true" className="size-4" />}
        onClick={() => setAsked(true)}
      >
        Lift the ban…
      </Button>
      {isAsked && (
        <Suspense>
          <UnbanDialog person={person} onConfirm={lift} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Takes the focus from the button that was pressed. */
function Lifted() {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <p ref={ref} tabIndex={-1} className="mt-1 text-sm font-medium text-success">
      The ban is lifted
    </p>
  )
}

/** Somebody who is banned now. Everyone who is has one answer for all callers; where that is a page of more, each asks. */
function useBanned(email: string) {
  const call = useCall()
  const { data: all } = useQuery({
    queryKey: [...PEOPLE_KEY, 'banned'],
    queryFn: ({ signal }) => call(listUsers, { query: { ...BANNED, size: MAX_PAGE_SIZE }, signal }),
  })
  const isOne = ({ banned, ...account }: User) => banned && account.email === email
  const listed = all?.content.find(isOne)
  const { data: found } = useQuery({
    queryKey: [...PEOPLE_KEY, 'banned', email],
    queryFn: ({ signal }) => call(listUsers, { query: { ...BANNED, q: email }, signal }),
    enabled: all !== undefined && !all.last && !listed,
  })
  return listed ?? found?.content.find(isOne)
}
