import { setSlowMode } from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Timer } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useCall } from '../../../session/session.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import type { SlowMode } from '../slow-mode.ts'

const CHOICES_IN_SECONDS = [5, 10, 30, 60, 120, 300] as const

export type SlowModeChipProps = {
  broadcastId: number
  slowMode: SlowMode
  /** The station took it. */
  onChanged(broadcast: Broadcast): void
  /** Element that a key brings the focus to. */
  buttonRef?: RefObject<HTMLButtonElement | null>
}

/** Slow mode as it stands, in one chip: its seconds to choose, and Off. */
export function SlowModeChip(props: SlowModeChipProps) {
  const { slowMode, buttonRef } = props
  const ownRef = useRef<HTMLButtonElement>(null)
  const chipRef = buttonRef ?? ownRef
  const [problem, order] = useSlowModeOrder(props)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex">
        <Popover
          align="end"
          label="Slow mode"
          className="w-64 p-4"
          trigger={({ ref, ...trigger }) => (
            <button
              {...trigger}
              ref={(element) => {
                ref(element)
                chipRef.current = element
              }}
              type="button"
              aria-keyshortcuts="S"
              className={classNames(
                buttonClasses('outline', 'sm'),
                slowMode && 'rounded-r-none border-accent-ink! bg-accent-soft! text-accent-ink!',
              )}
            >
              <Timer aria-hidden="true" className="size-4" />
              {slowMode ? `Slow mode · ${slowMode.seconds} s` : 'Slow mode'}
            </button>
          )}
        >
          {(close) => (
            <Choices
              slowMode={slowMode}
              onChoose={(seconds) => {
                close()
                void order({ seconds })
              }}
            />
          )}
        </Popover>
        {slowMode && (
          <OffButton
            onPress={() => {
              // It leaves the page with what it turns off.
              chipRef.current?.focus()
              void order(null)
            }}
          />
        )}
      </div>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Changes slow mode at the station; null turns it off and keeps its seconds for the next time. */
function useSlowModeOrder({ broadcastId, slowMode, onChanged }: SlowModeChipProps) {
  const call = useCall()
  const [problem, setProblem] = useState<string | null>(null)
  const order = async (requested: SlowMode) => {
    setProblem(null)
    const body = { enabled: requested !== null, seconds: requested?.seconds ?? slowMode?.seconds ?? 0 }
    try {
      onChanged(await call(setSlowMode, { params: { id: broadcastId }, body }))
    } catch (cause) {
      setProblem(messageOf(cause, 'Slow mode could not be changed. Please try again.'))
    }
  }
  return [problem, order] as const
}

function OffButton({ onPress }: { onPress(): void }) {
  return (
    <button
      type="button"
      aria-label="Turn slow mode off"
      onClick={onPress}
      className={classNames(buttonClasses('outline', 'sm'), 'rounded-l-none border-l-0 border-accent-ink!')}
    >
      Off
    </button>
  )
}

function Choices({ slowMode, onChoose }: { slowMode: SlowMode; onChoose(seconds: number): void }) {
  return (
    <fieldset>
      <legend className="font-semibold">One message every</legend>
      <p className="mt-0.5 mb-3 text-sm text-text-muted">Applies to listeners, not to the DJ or staff.</p>
      <div className="grid grid-cols-3 gap-2">
        {CHOICES_IN_SECONDS.map((seconds) => (
          <button
            key={seconds}
            type="button"
            aria-pressed={slowMode?.seconds === seconds}
            onClick={() => onChoose(seconds)}
            className={classNames(
              buttonClasses('outline', 'sm'),
              slowMode?.seconds === seconds &&
                'border-primary! bg-primary-soft! text-primary! ring-1 ring-primary',
            )}
          >
            {words(seconds)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function words(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${seconds / 60} min`
}
