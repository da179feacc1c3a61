import { endBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { useState } from 'react'
import { useCall } from '../../../session/session.ts'
import { toast } from '../../../ui/toast.ts'
import { ActDialog } from './act-dialog.tsx'
import { EndReasonField } from './end-reason-field.tsx'
import { endShowWords, type OnAir } from './end-show-words.ts'

export type EndShowDialogProps = {
  onAir: OnAir
  /** The station is asked. */
  onAsked(): void
  onDone(): void
  onClose(): void
}

/** Asks before the show is taken off the air, with what that brings about and a reason for its DJ. */
export function EndShowDialog({ onAir, onAsked, onDone, onClose }: EndShowDialogProps) {
  const call = useCall()
  const [reason, setReason] = useState('')
  const end = async (givenUp: AbortSignal) => {
    onAsked()
    await call(endBroadcast, { params: { id: onAir.id }, body: { reason }, givenUp })
    toast(endShowWords(onAir).done, { tone: 'success' })
    onDone()
  }
  return (
    <ActDialog words={endShowWords(onAir)} onConfirm={end} onClose={onClose}>
      <EndReasonField value={reason} onChange={setReason} />
    </ActDialog>
  )
}
