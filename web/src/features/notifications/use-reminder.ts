import { getReminder, removeReminder, setReminder } from '@carillon/contract/notifications/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { type Command, useCommand } from '../../lib/use-command.ts'
import { useCall, useSession } from '../../session/session.ts'

/** Whether somebody asked to be reminded of one broadcast, and the ways to change it. */
export type Reminder = {
  isSet: boolean
  /** The station has not answered yet. */
  isPending: boolean
  command: Command
  set(): Promise<boolean>
  remove(): Promise<boolean>
}

/** The reminder of one broadcast, of whoever is signed in. */
export function useReminder(id: number): Reminder {
  const call = useCall()
  const session = useSession()
  const cache = useQueryClient()
  const command = useCommand((error) =>
    messageOf(error, 'The reminder could not be changed. Please try again.'),
  )
  const personId = session.state === 'signed-in' ? session.user.id : null
  const queryKey = ['reminder', personId, id]
  const params = { id }
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getReminder, { params, signal }),
    enabled: personId !== null,
  })
  const take = (isSet: boolean) => cache.setQueryData(queryKey, { isSet })
  return {
    isSet: data?.isSet ?? false,
    isPending,
    command,
    set: () => command.run(async () => take((await call(setReminder, { params })).isSet)),
    remove: () =>
      command.run(async () => {
        await call(removeReminder, { params })
        take(false)
      }),
  }
}
