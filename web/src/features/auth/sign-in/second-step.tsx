import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useCountdown } from '../../../lib/use-countdown.ts'
import { useForm } from '../../../lib/use-form.ts'
import { loginMessage } from '../../../session/login-message.ts'
import { Button } from '../../../ui/button.tsx'
import { OneTimeCode } from '../../../ui/one-time-code.tsx'
import { type Failure, FailureSummary } from './failure-summary.tsx'
import { SignInButton } from './sign-in-button.tsx'

export type SecondStepProps = {
  /** Signs in with this code; gives what went wrong, null for nothing. */
  onCode(code: string): Promise<unknown>
  /** Back to e-mail and password; with what went wrong when they are no longer right. */
  onBack(error?: unknown): void
}

/** After the right password: one field for a code of the app or a recovery code. */
export function SecondStep({ onCode, onBack }: SecondStepProps) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [waitSeconds, wait] = useCountdown()
  const form = useForm<{ code: string }>({
    initial: { code: '' },
    errorsOf: ({ code }) => ({ ...(code.trim() === '' && { code: 'Please enter a code' }) }),
    onSubmit: async ({ code }) => {
      setFailure(null)
      const error = await onCode(code.trim())
      if (error === null) return undefined
      const { code: reason, status, retryAfterSeconds } = error instanceof ApiError ? error : NO_ANSWER
      if (reason === 'TOTP_REFUSED') return { code: loginMessage(error) }
      if (reason === 'BAD_CREDENTIALS' || reason === 'BANNED') return void onBack(error)
      setFailure({ text: loginMessage(error) })
      if (status === 429) wait(retryAfterSeconds ?? 0)
      return undefined
    },
  })
  const { ref } = form
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  return (
    <form ref={ref} noValidate onSubmit={form.submit} className="grid gap-5">
      <h2 className="text-xl">Two-step sign-in</h2>
      {failure && <FailureSummary failure={failure} />}
      <OneTimeCode error={form.errors.code} {...form.text('code')} />
      <SignInButton busy={form.busy} waitSeconds={waitSeconds} />
      <Button
        variant="ghost"
        icon={<ArrowLeft aria-hidden="true" className="size-4.5" />}
        onClick={() => onBack()}
        className="w-fit -ml-4.5"
      >
        Back
      </Button>
    </form>
  )
}

const NO_ANSWER = { code: '', status: 0, retryAfterSeconds: undefined }
