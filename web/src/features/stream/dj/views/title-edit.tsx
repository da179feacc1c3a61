import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommand } from '../../../../lib/use-command.ts'
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
  const [draft, setDraft] = useState(title)
  const [isMissing, setIsMissing] = useState(false)
  const command = useCommand((cause) =>
    cause instanceof Error ? cause.message : 'The title could not be saved.',
  )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const title = draft.trim()
    setIsMissing(title === '')
    if (title !== '' && (await command.run(() => engine.rename(title)))) onClose()
  }
  return (
    <form onSubmit={save} className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      <Field
        label="Title"
        error={isMissing ? 'Please enter a title' : command.problem}
        className="min-w-0 flex-1 sm:w-96"
      >
        <TextInput
          value={draft}
          maxLength={255}
          autoFocus
          onChange={(event) => setDraft(event.target.value)}
        />
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
