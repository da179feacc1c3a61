import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCommand } from '../../../../lib/use-command.ts'
import { useForm } from '../../../../lib/use-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextInput } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { useDj } from '../dj-context.tsx'

/** The title on air as the page's heading; a change reaches the players at once. */
export function TitleEdit({ broadcast, prefix }: { broadcast: Broadcast; prefix: string }) {
  const [isEditing, setIsEditing] = useState(false)
  const headingRef = useRef<HTMLHeadingElement>(null)
  // The press that led here is gone: the heading says where one is now.
  useEffect(() => headingRef.current?.focus(), [])
  if (isEditing) return <TitleForm title={broadcast.title} onClose={() => setIsEditing(false)} />
  return (
    <div className="flex min-w-0 items-center gap-2">
      <h1 ref={headingRef} tabIndex={-1} className="min-w-0 break-words">
        {prefix && <span className="text-text-muted">{prefix} </span>}
        {broadcast.title}
      </h1>
      <IconButton
        label="Edit the title"
        icon={<Pencil className="size-4.5" />}
        onClick={() => setIsEditing(true)}
      />
    </div>
  )
}

function TitleForm({ title, onClose }: { title: string; onClose(): void }) {
  const engine = useDj()
  const command = useCommand((cause) =>
    cause instanceof Error ? cause.message : 'The title could not be saved.',
  )
  const form = useForm({
    initial: { title },
    errorsOf: (values) => (values.title.trim() === '' ? { title: 'Please enter a title' } : {}),
    onSubmit: async (values) => {
      if (await command.run(() => engine.rename(values.title.trim()))) onClose()
      return undefined
    },
    checksAt: 'submit',
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      <Field label="Title" error={form.errors.title ?? command.problem} className="min-w-0 flex-1 sm:w-96">
        <TextInput {...form.text('title')} maxLength={255} autoFocus />
      </Field>
      <Button type="submit" busy={command.busy}>
        Save
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}
