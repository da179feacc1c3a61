import {
  CODE_LENGTH,
  CODE_LIFETIME_MINUTES,
  CODE_RESEND_SECONDS,
  type User,
} from '@carillon/contract/auth/schemas'
import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { announce } from '../../../lib/announce.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useCountdown } from '../../../lib/use-countdown.ts'
import { useForm } from '../../../lib/use-form.ts'
import { BreakableEmails } from '../../../ui/breakable-emails.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeInput } from '../../../ui/code-input.tsx'
import { Field } from '../../../ui/field.tsx'
import { FAILURES } from './failures.ts'
import { useAccountActions } from './use-account-actions.ts'

/** The account's address: verified, or the way to prove that it is one's own. `onVerified`: that way is gone, with the focus if it had it. */
export function VerifyEmail({ user, onVerified }: { user: User; onVerified(): void }) {
  if (user.verified) return <Verified email={user.email} />
  return <Unverified user={user} onVerified={onVerified} />
}

function Verified({ email }: { email: string }) {
  return (
    <div className="flex items-center gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-success-soft text-success">
        <MailCheck aria-hidden="true" className="size-5" />
      </span>
      <p className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          <BreakableEmails text={email} />
        </span>
        <span className="text-sm text-text-muted">This email is verified.</span>
      </p>
    </div>
  )
}

function Unverified({ user, onVerified }: { user: User; onVerified(): void }) {
  const { sendCode } = useAccountActions(user)
  const [isSent, setSent] = useState(false)
  const [waitSeconds, wait] = useCountdown()
  const command = useCommand((error) => messageOf(error, FAILURES.sendCode))
  useEffect(() => onVerified, [onVerified])

  const send = async () => {
    try {
      await sendCode()
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds) wait(error.retryAfterSeconds)
      throw error
    }
    setSent(true)
    wait(CODE_RESEND_SECONDS)
    announce(`Code sent to ${user.email}`)
  }

  return (
    <div className="grid gap-5">
      <p>
        {isSent ? `We sent a ${CODE_LENGTH}-digit code to ` : 'Confirm that '}
        <strong className="font-semibold wrap-anywhere">
          <BreakableEmails text={user.email} />
        </strong>
        {isSent
          ? `. It works for ${CODE_LIFETIME_MINUTES} minutes.`
          : ` is yours: we’ll send it a ${CODE_LENGTH}-digit code.`}
      </p>
      {isSent && <CodeForm user={user} />}
      {command.problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {command.problem}
        </p>
      )}
      <Button
        variant={isSent ? 'ghost' : 'primary'}
        busy={command.busy}
        busyLabel="Sending…"
        aria-disabled={waitSeconds > 0 || undefined}
        onClick={() => void command.run(send)}
        className={isSent ? '-ml-4.5 w-fit' : 'w-fit'}
      >
        {sendLabel(isSent, waitSeconds)}
      </Button>
    </div>
  )
}

function sendLabel(isSent: boolean, waitSeconds: number): string {
  if (waitSeconds > 0) return `Send again in ${waitSeconds} s`
  return isSent ? 'Send a new code' : 'Send code'
}

function CodeForm({ user }: { user: User }) {
  const { verify } = useAccountActions(user)
  const form = useForm({
    initial: { code: '' },
    errorsOf: ({ code }) =>
      code.length < CODE_LENGTH ? { code: `Please enter all ${CODE_LENGTH} digits` } : {},
    onSubmit: async ({ code }) => {
      try {
        await verify(code)
      } catch (failure) {
        return { code: messageOf(failure, FAILURES.verification) }
      }
      announce('Your email is verified')
      return undefined
    },
    checksAt: 'submit',
  })

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
      <Field label="Verification code" error={form.errors.code}>
        <CodeInput
          name="code"
          length={CODE_LENGTH}
          value={form.values.code}
          readOnly={form.busy}
          onChange={(code) => form.reset({ code })}
        />
      </Field>
      <Button type="submit" busy={form.busy} busyLabel="Verifying…" className="w-fit">
        Verify
      </Button>
    </form>
  )
}
