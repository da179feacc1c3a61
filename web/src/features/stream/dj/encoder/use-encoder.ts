import {
  getEncoder,
  renewEncoderPassword,
  withdrawEncoderPassword,
} from '@carillon/contract/encoder/endpoints'
import type { Encoder } from '@carillon/contract/encoder/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../../session/session.ts'
import { madePassword } from './made-password.ts'

/** A program may come or go at any moment; its figures are those of the last seconds. */
const REFRESH_MS = 3_000

const keyOf = (broadcastId: number) => ['stream', 'encoder', broadcastId] as const

/** State of the DJ's own program in this broadcast; undefined until the station has said it. */
export function useEncoder(broadcastId: number): Encoder | undefined {
  const call = useCall()
  return useQuery({
    queryKey: keyOf(broadcastId),
    queryFn: ({ signal }) => call(getEncoder, { params: { id: broadcastId }, signal }),
    refetchInterval: REFRESH_MS,
  }).data
}

/** Makes a password, or withdraws the one there is. Both reject with ApiError. */
export function useEncoderPassword() {
  const call = useCall()
  const queries = useQueryClient()
  return {
    async make(broadcastId: number): Promise<void> {
      const { password, ...encoder } = await call(renewEncoderPassword, { params: { id: broadcastId } })
      // What is on its way may be from before.
      await queries.cancelQueries({ queryKey: keyOf(broadcastId) })
      madePassword.set({ broadcastId, password, since: encoder.passwordSince })
      queries.setQueryData(keyOf(broadcastId), encoder)
    },
    async withdraw(broadcastId: number): Promise<void> {
      await call(withdrawEncoderPassword, { params: { id: broadcastId } })
      madePassword.set(null)
      await queries.invalidateQueries({ queryKey: keyOf(broadcastId) })
    },
  }
}
