import { AudioLines } from 'lucide-react'
import { memo, useId } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { AnnounceChoice } from './announcing.ts'

const CHOICES: Record<AnnounceChoice, { label: string; hint: string }> = {
  off: { label: 'Off', hint: 'The chat stays silent' },
  mentions: { label: 'Mentions', hint: 'Your name, the DJ and moderators' },
  all: { label: 'All', hint: 'Every message, gathered when it is busy' },
}

type AnnounceMenuProps = { choice: AnnounceChoice; onChoose(choice: AnnounceChoice): void }

/** Menu of the messages that a screen reader announces by itself. */
export const AnnounceMenu = memo(function AnnounceMenu({ choice, onChoose }: AnnounceMenuProps) {
  const name = useId()
  return (
    <Popover
      label="Announce new messages"
      className="w-72 p-2"
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          label={`Announce new messages: ${CHOICES[choice].label}`}
          icon={<AudioLines className="size-4.5" />}
          className="rounded-full! text-text-muted"
        />
      )}
    >
      {() => (
        <fieldset>
          <legend className="px-2 pt-1 pb-2 text-sm font-semibold">Announce new messages</legend>
          {Object.entries(CHOICES).map(([value, { label, hint }]) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-sm px-2 py-1.5 hover:bg-surface-2"
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={choice === value}
                onChange={() => onChoose(value as AnnounceChoice)}
                className="mt-0.5 size-4.5 shrink-0 accent-primary"
              />
              <span className="text-sm">
                <span className="block font-medium">{label}</span>
                <span className="block text-text-muted">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Popover>
  )
})
