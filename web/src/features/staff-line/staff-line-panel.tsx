import { MAX_STAFF_MESSAGE_LENGTH, type StaffMessage } from '@carillon/contract/staff-line/schemas'
import { SendHorizontal } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatTime } from '../../lib/station-time.ts'
import { useCommand } from '../../lib/use-command.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextInput } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RetryBanner } from '../../ui/retry-banner.tsx'
import { lineDraft } from './line-draft.ts'
import { type LineEnd, lineWords } from './line-words.ts'
import type { StaffLine } from './use-staff-line.ts'

export type StaffLinePanelProps = {
  line: StaffLine
  viewerId: number
  /** By `lineOwner`. */
  owner: string
  end: LineEnd
  isShown: boolean
}

/** Messages between staff and the DJ, and the field to write in. */
export function StaffLinePanel({ line, viewerId, owner, end, isShown }: StaffLinePanelProps) {
  return (
    <>
      {line.isError && !line.messages ? (
        <RetryBanner onRetry={line.retry}>The line could not be loaded.</RetryBanner>
      ) : (
        <Messages messages={line.messages ?? []} viewerId={viewerId} end={end} isShown={isShown} />
      )}
      <WriteLine onSend={line.send} owner={owner} end={end} />
    </>
  )
}

type MessagesProps = Pick<StaffLinePanelProps, 'viewerId' | 'isShown' | 'end'> & {
  messages: readonly StaffMessage[]
}

function Messages({ messages, viewerId, end, isShown }: MessagesProps) {
  const list = useRef<HTMLOListElement>(null)
  const newestId = messages.at(-1)?.id
  useEffect(() => {
    if (isShown && newestId && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [isShown, newestId])
  return (
    <>
      <p className="text-xs text-text-muted">{lineWords(end).hint}</p>
      {messages.length > 0 && (
        <ol
          ref={list}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
          tabIndex={0}
          aria-label="Messages"
          className={classNames(
            'mt-2 grid content-start gap-2 overflow-y-auto text-sm [scrollbar-width:thin]',
            // The choice below takes a row, and the chat's field stays in view.
            end.other ? 'max-h-28' : 'max-h-40',
          )}
        >
          {messages.map(({ id, sender, content, timestamp, isShared }) => (
            <li key={id} className="wrap-anywhere">
              <b className="font-semibold">{sender.id === viewerId ? 'You' : sender.name}</b>{' '}
              <time dateTime={timestamp} className="text-xs text-text-muted">
                {sender.id !== viewerId && `${ROLE_WORDS[sender.role]} ·\u00a0`}
                {formatTime(new Date(timestamp))}
                {isShared && end.to !== 'dj-on-air' && '\u00a0· to both DJs'}
              </time>
              <p>{content}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const ROLE_WORDS = { LISTENER: 'listener', DJ: 'DJ', MODERATOR: 'moderator', ADMIN: 'admin' } as const

type WriteLineProps = Pick<StaffLinePanelProps, 'owner' | 'end'> & { onSend: StaffLine['send'] }

function WriteLine({ onSend, owner, end }: WriteLineProps) {
  const { field } = lineWords(end)
  const { other } = end
  /** Show whose DJ was chosen to read it too: nobody is chosen by another one's choice. */
  const [chosenId, setChosenId] = useState<number | null>(null)
  const isShared = end.to === 'dj-on-air' || chosenId === other?.broadcastId
  const command = useCommand((error) => messageOf(error, 'That didn’t work. Please try again.'))
  const [draft, setDraft] = useDraft(lineDraft, owner)
  const content = draft.trim()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (content === '') return
    const isSent = await command.run(() => onSend(content, isShared ? other?.broadcastId : undefined))
    // What was typed meanwhile stays.
    if (isSent && lineDraft.of(owner).read() === draft) setDraft('')
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-3 grid gap-1.5">
      <div className="flex items-center gap-2">
        <TextInput
          aria-label={`Message to ${field}`}
          placeholder={`Write to ${field}`}
          maxLength={MAX_STAFF_MESSAGE_LENGTH}
          autoComplete="off"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
        <IconButton
          type="submit"
          label="Send to this line"
          icon={<SendHorizontal aria-hidden="true" className="size-5" />}
          aria-disabled={content === '' || command.busy}
        />
      </div>
      {other && end.to !== 'dj-on-air' && (
        <Checkbox
          label={`Also to ${other.djName}, who stands by`}
          checked={isShared}
          onChange={(event) => setChosenId(event.target.checked ? other.broadcastId : null)}
        />
      )}
      {command.problem && (
        <p role="alert" className="text-sm font-medium text-live-ink">
          {command.problem}
        </p>
      )}
    </form>
  )
}
