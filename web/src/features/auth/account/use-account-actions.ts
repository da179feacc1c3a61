import { changePassword, sendCode, updateProfile, verifyEmail } from '@carillon/contract/auth/endpoints'
import type { User } from '@carillon/contract/auth/schemas'
import type { CallOf } from '@carillon/contract/endpoint'
import { useMemo } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useCall, useSession } from '../../../session/session.ts'

export type AccountActions = {
  /** Changes those of names, birthdate and gender that are given; gives the account as it is then. */
  saveDetails(details: CallOf<typeof updateProfile>['body']): Promise<User>
  /** Signs out every other device. */
  changePassword(passwords: CallOf<typeof changePassword>['body']): Promise<void>
  /** Sends a new code to the account's address; the one before dies. */
  sendCode(): Promise<void>
  verify(code: string): Promise<void>
}

/** Actions on one's own account; the session shows what they changed. All throw ApiError. */
export function useAccountActions(user: User): AccountActions {
  const call = useCall()
  const { update, refresh } = useSession()
  return useMemo(() => {
    const { id, email } = user
    const params = { id }
    const asking = async <T>(asked: Promise<T>): Promise<T> => {
      try {
        return await asked
      } catch (error) {
        // Signed out elsewhere: the session finds out, and the guard does the rest.
        if (error instanceof ApiError && error.code === 'NOT_SIGNED_IN') void refresh()
        throw error
      }
    }
    return {
      saveDetails: async (body) => {
        const saved = await asking(call(updateProfile, { params, body }))
        update(saved)
        return saved
      },
      changePassword: async (body) => void (await asking(call(changePassword, { params, body }))),
      sendCode: async () => void (await asking(call(sendCode, { query: { email } }))),
      verify: async (code) => {
        await asking(call(verifyEmail, { query: { email, code } }))
        // Its name may have changed on the way.
        update((now) => (now.id === id ? { ...now, verified: true } : now))
      },
    }
  }, [call, update, refresh, user])
}
