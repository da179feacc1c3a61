import type { User } from '@carillon/contract/auth/schemas'
import {
  beginTotp,
  confirmTotp,
  renewRecoveryCodes,
  type TotpStatus,
  totpStatus,
  turnTotpOff,
} from '@carillon/contract/auth/two-step'
import type { DataOf } from '@carillon/contract/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { useCall, useSession } from '../../../session/session.ts'

/** Secret for an authenticator app. */
export type Begun = DataOf<typeof beginTotp>
/** Proof of the owner's identity. */
export type Proof = { password: string; code: string }

/** The second step of one's own sign-in, and what may be done with it. What is done rejects with ApiError. */
export type TwoStep = {
  /** Undefined until the station has said it. */
  status: TotpStatus | undefined
  isError: boolean
  isBusy: boolean
  /** Asks the station again how it stands. */
  retry(): Promise<TotpStatus | undefined>
  begin(password: string): Promise<Begun>
  /** Turns it on; gives the recovery codes. */
  confirm(code: string): Promise<string[]>
  renew(proof: Proof): Promise<string[]>
  turnOff(proof: Proof): Promise<void>
}

/** State of this account's second step; the session shows what changed. */
export function useTwoStep(user: User): TwoStep {
  const call = useCall()
  const { update, refresh } = useSession()
  const cache = useQueryClient()
  const queryKey = ['totp', user.id]
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(totpStatus, { signal }) })
  const take = ({ on, since, recoveryCodesLeft }: TotpStatus) => {
    cache.setQueryData(queryKey, { on, since, recoveryCodesLeft })
    if (on !== user.totp) update({ ...user, totp: on })
  }
  const asking = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      // Signed out elsewhere: the session finds out, and the guard does the rest.
      if (error instanceof ApiError && error.code === 'NOT_SIGNED_IN') void refresh()
      throw error
    }
  }
  const takeCodes = async (asked: Promise<DataOf<typeof confirmTotp>>) => {
    const result = await asking(asked)
    take(result)
    return result.recoveryCodes
  }
  return {
    status: query.data,
    isError: query.isError,
    isBusy: query.isFetching,
    async retry() {
      const { data } = await query.refetch()
      if (data) take(data)
      return data
    },
    begin: (password) => asking(call(beginTotp, { body: { password } })),
    confirm: (code) => takeCodes(call(confirmTotp, { body: { code } })),
    renew: (proof) => takeCodes(call(renewRecoveryCodes, { body: proof })),
    turnOff: async (proof) => take(await asking(call(turnTotpOff, { body: proof }))),
  }
}
