import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Music } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCommand } from '../../../../lib/use-command.ts'
import { useForm } from '../../../../lib/use-form.ts'
import { usePageKeys } from '../../../../lib/use-page-keys.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextInput } from '../../../../ui/field.tsx'
import type { Playing } from '../broadcast-calls.ts'
import { useDj } from '../dj-context.tsx'

/** Song that is playing, in one line that the DJ writes. */
export function NowPlaying({ broadcast }: { broadcast: Broadcast }) {
  const [isOpen, setIsOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    requestAnimationFrame(() => buttonRef.current?.focus())
  }
  usePageKeys({
    meaningOf: (key) => (key.toLowerCase() === 'n' ? 'now-playing' : undefined),
    onKey: () => setIsOpen(true),
  })
  const playing = broadcast.nowPlaying ?? null
  if (isOpen) return <PlayingForm playing={playing} onClose={close} />
  return (
    <button
      ref={buttonRef}
      type="button"
      aria-keyshortcuts="N"
      onClick={() => setIsOpen(true)}
      className="flex min-w-0 items-center gap-2 text-left text-sm text-text-muted hover:text-text coarse:min-h-11"
    >
      <Music aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 truncate">
        {playing ? (
          <>
            <span className="sr-only">Now playing: </span>
            <b className="text-text">{playing.title}</b>
            {playing.artist && ` · ${playing.artist}`}
          </>
        ) : (
          <span className="underline underline-offset-3">What’s playing?</span>
        )}
      </span>
    </button>
  )
}

function PlayingForm({
  playing,
  onClose,
}: {
  playing: (Omit<Playing, 'title'> & { title: string }) | null
  onClose(): void
}) {
  const engine = useDj()
  const command = useCommand((cause) =>
    cause instanceof Error ? cause.message : 'That could not be saved. Please try again.',
  )
  const say = async (said: Playing) => {
    if (await command.run(() => engine.setNowPlaying(said))) onClose()
  }
  const form = useForm({
    initial: { title: playing?.title ?? '', artist: playing?.artist ?? '' },
    errorsOf: () => ({}),
    onSubmit: async ({ title, artist }) => {
      await say({ title: title.trim() || null, artist: artist.trim() })
      return undefined
    },
    checksAt: 'submit',
  })
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="flex basis-full flex-wrap items-end gap-2 pt-1"
    >
      <Field label="Now playing" error={command.problem} className="min-w-0 flex-1">
        <TextInput
          {...form.text('title')}
          maxLength={120}
          placeholder="Song"
          autoComplete="off"
          autoFocus
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <Field label="Artist" optional className="min-w-0 flex-1">
        <TextInput {...form.text('artist')} maxLength={120} autoComplete="off" />
      </Field>
      <Button type="submit" busy={command.busy}>
        Save
      </Button>
      {playing && (
        <Button variant="outline" onClick={() => void say({ title: null, artist: '' })}>
          Clear
        </Button>
      )}
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}
