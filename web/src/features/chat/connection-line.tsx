import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { useLasting } from '../../lib/use-lasting.ts'
import type { ConnectionState, ConnectionView } from '../../realtime/connection-view.ts'
import { useConnection } from '../../realtime/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** State of the chat's connection, as long as it is lost: what happens next, and a way to try at once. */
export function ConnectionLine() {
  const connection = useConnection()
  const isLostLong = useLasting(LOST.includes(connection.state) || connection.attempt > 0)
  useConnectionAnnouncements(connection.state, isLostLong)
  const isOver = connection.state === 'gave-up'
  const words = wordsFor(connection)
  if (words === null || !(isLostLong || isOver)) return null
  return (
    <Line
      isOver={isOver}
      icon={
        connection.state === 'offline' || isOver ? (
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0" />
        ) : (
          <Spinner className="size-4.5" />
        )
      }
    >
      <p className="min-w-0 flex-1">{words}</p>
      {connection.state !== 'connecting' && (
        <Button variant="outline" size="sm" onClick={connection.retry}>
          {isOver ? 'Try again' : 'Try now'}
        </Button>
      )}
    </Line>
  )
}

function Line({ isOver, icon, children }: { isOver: boolean; icon: ReactNode; children: ReactNode }) {
  const look = isOver ? 'bg-live-soft text-live-ink' : 'bg-warning-soft text-warning'
  return (
    <div className={`flex min-h-11 items-center gap-2.5 px-4 py-1.5 text-sm font-medium lg:px-5 ${look}`}>
      {icon}
      {children}
    </div>
  )
}

function wordsFor({ state, attempt }: ConnectionView): string | null {
  if (state === 'offline') return "You're offline"
  if (state === 'gave-up') return "Can't reach the chat"
  return state === 'waiting' || (state === 'connecting' && attempt > 0) ? 'Reconnecting…' : null
}

const LOST: readonly ConnectionState[] = ['waiting', 'offline', 'gave-up']

/** One word when it has been lost for a while, one when it is back, one when it is given up; none for each attempt. */
function useConnectionAnnouncements(state: ConnectionState, isLostLong: boolean): void {
  const wasLost = useRef(false)
  useEffect(() => {
    if (state === 'gave-up') announce("Can't reach the chat", 'assertive')
    else if (isLostLong && !wasLost.current) announce('The chat is reconnecting')
    else if (state === 'open' && wasLost.current) announce('The chat is back')
    if (state === 'open') wasLost.current = false
    else if (isLostLong || state === 'gave-up') wasLost.current = true
  }, [state, isLostLong])
}
