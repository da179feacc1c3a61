import { MAX_MESSAGE_LENGTH } from '@carillon/contract/chat/schemas'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, memo, type SubmitEvent, useId, useRef } from 'react'
import { COMPOSER_ID } from '../../lib/composer-id.ts'
import { isEnter } from '../../lib/is-enter.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { chatDraft } from './chat-draft.ts'
import type { ChatRoom } from './chat-room.ts'
import { mayWriteAtMs } from './slow-mode.ts'
import type { Chat } from './use-chat.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

/** From here on the length is shown. */
const NEARLY_FULL = MAX_MESSAGE_LENGTH - 200

type ComposerProps = { chat: Chat; broadcastId: number; viewerId: number }

/** Field to write in. Enter sends, Shift and Enter begins a line, Escape leaves. */
export function Composer({ chat, broadcastId, viewerId }: ComposerProps) {
  const mayWriteAt = pauseOf(chat, viewerId)
  return <Form room={chat.room} broadcastId={broadcastId} viewerId={viewerId} mayWriteAt={mayWriteAt} />
}

type FormProps = Omit<ComposerProps, 'chat'> & { room: ChatRoom; mayWriteAt: number }

// Drawn again when something of it changes, not at each message of a busy chat.
const Form = memo(function Form({ room, broadcastId, viewerId, mayWriteAt }: FormProps) {
  const [draft, setDraft] = useDraft(chatDraft, `${broadcastId}.${viewerId}`)
  const seconds = useSecondsUntil(mayWriteAt)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const countId = useId()
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault()
    const content = draft.trim()
    fieldRef.current?.focus()
    if (content === '' || seconds > 0 || !room.send(content)) return
    setDraft('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (!isEnter(event) || event.shiftKey) return
    event.preventDefault()
    submit()
  }
  const isNearlyFull = draft.length >= NEARLY_FULL
  return (
    <form onSubmit={submit} className="grid gap-1.5">
      <div className="flex items-end gap-2">
        <TextArea
          ref={fieldRef}
          id={COMPOSER_ID}
          rows={1}
          aria-label="Message"
          aria-describedby={isNearlyFull ? countId : undefined}
          placeholder="Say something kind"
          maxLength={MAX_MESSAGE_LENGTH}
          enterKeyHint="send"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className="scroll-area field-sizing-content max-h-32 min-h-11 resize-none bg-bg! py-2!"
        />
        <Button
          type="submit"
          aria-label={seconds > 0 ? undefined : 'Send'}
          aria-disabled={seconds > 0}
          className="min-w-14"
        >
          {seconds > 0 ? (
            <span className="tabular-nums">Wait {seconds} s</span>
          ) : (
            <SendHorizontal aria-hidden="true" className="size-5" />
          )}
        </Button>
      </div>
      {isNearlyFull && (
        <p id={countId} className="text-xs text-text-muted tabular-nums">
          {draft.length.toLocaleString('en-US')} of {MAX_MESSAGE_LENGTH.toLocaleString('en-US')} characters
        </p>
      )}
    </form>
  )
})

/** Until when the viewer waits, by what they said last, here or elsewhere. */
function pauseOf({ log, outgoing, slowMode, refusedUntilMs, canModerate }: Chat, viewerId: number): number {
  const taken = log.entries.findLast(({ sender }) => sender.id === viewerId)?.atMs ?? 0
  const onItsWay = outgoing.findLast(({ state }) => state === 'sending')?.atMs ?? 0
  const lastOwnMs = Math.max(taken, onItsWay)
  return mayWriteAtMs({ slowMode, isExempt: canModerate, lastOwnMs, refusedUntilMs })
}
