import type { User } from '@carillon/contract/auth/schemas'
import { ROLES } from '@carillon/contract/roles'
import { RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { type Form, useForm } from '../../../lib/use-form.ts'
import { roleLabel } from '../../../session/display-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, TextInput } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type NewAccount, newAccountErrors, refusedFields } from './create-account.ts'
import { HandOver } from './hand-over.tsx'
import { Problem } from './problem.tsx'
import { SUGGESTION_BYTES, suggestPassword } from './suggested-password.ts'

export type CreateAccountDialogProps = {
  /** Rejects with ApiError. */
  onCreate(account: NewAccount, givenUp: AbortSignal): Promise<User>
  onClose(): void
}

/** Makes an account; then shows what its person needs to sign in, once. */
export function CreateAccountDialog({ onCreate, onClose }: CreateAccountDialogProps) {
  const [made, setMade] = useState<{ user: User; password: string } | null>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  const create = async (account: NewAccount, givenUp: AbortSignal) => {
    const user = await onCreate(account, givenUp)
    setMade({ user, password: account.password })
  }
  return (
    <Dialog open onClose={onClose} title={made ? 'Account created' : 'Create account'} focusRef={bodyRef}>
      <div ref={bodyRef}>
        {made ? (
          <HandOver {...made} onDone={onClose} />
        ) : (
          <AccountForm onCreate={create} onCancel={onClose} />
        )}
      </div>
    </Dialog>
  )
}

type AccountFormProps = {
  onCreate(account: NewAccount, givenUp: AbortSignal): Promise<void>
  onCancel(): void
}

function AccountForm({ onCreate, onCancel }: AccountFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [initial] = useState(emptyAccount)
  const form = useForm<NewAccount>({
    initial,
    errorsOf: newAccountErrors,
    onSubmit: async (account, givenUp) => {
      setProblem(null)
      try {
        await onCreate(account, givenUp)
      } catch (error) {
        const refused = refusedFields(error)
        if (Object.keys(refused).length > 0) return refused
        setProblem(messageOf(error, 'The account could not be created. Please try again.'))
      }
      return undefined
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
      <AccountFields form={form} />
      <Problem words={problem} />
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy} busyLabel="Creating…">
          Create account
        </Button>
      </div>
    </form>
  )
}

function AccountFields({ form }: { form: Form<NewAccount> }) {
  const { errors, values } = form
  return (
    <>
      <div className="grid gap-4 xs:grid-cols-2">
        <Field label="First name" error={errors.firstname}>
          <TextInput autoComplete="off" {...form.text('firstname')} />
        </Field>
        <Field label="Last name" error={errors.lastname}>
          <TextInput autoComplete="off" {...form.text('lastname')} />
        </Field>
      </div>
      <Field label="Email" error={errors.email}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text('email')}
        />
      </Field>
      <Field label="Role">
        <Select
          value={values.role}
          onChange={(event) => form.set('role', event.target.value as NewAccount['role'])}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {roleLabel(role)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Password"
        hint="Give it to them; they can change it in their profile"
        error={errors.password}
      >
        <div className="flex items-center gap-1">
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.text('password')}
            className="min-w-0 font-mono"
          />
          <IconButton
            label="Suggest another password"
            icon={<RefreshCw className="size-4.5" />}
            className="text-text-muted"
            onClick={() => form.set('password', freshPassword())}
          />
        </div>
      </Field>
    </>
  )
}

function emptyAccount(): NewAccount {
  return { firstname: '', lastname: '', email: '', role: 'LISTENER', password: freshPassword() }
}

function freshPassword(): string {
  return suggestPassword(crypto.getRandomValues(new Uint8Array(SUGGESTION_BYTES)))
}
