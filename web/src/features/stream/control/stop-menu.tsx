import { ChevronDown } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { MENU_ROW, Menu } from '../../../ui/menu.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { type ControlAct, type OfferedAct, wordsOf } from './control-acts.ts'
import type { OnAir } from './end-show-words.ts'

export type StopMenuProps = {
  offered: readonly OfferedAct[]
  onAir: OnAir | null
  onChoose(act: ControlAct): void
}

/** All that takes sound away from people, each with what it does, or why it cannot be done now. */
export function StopMenu({ offered, onAir, onChoose }: StopMenuProps) {
  if (offered.length === 0) return null
  return (
    <Popover
      align="start"
      className="w-80 p-1.5"
      trigger={(props) => (
        <Button {...props} size="sm" variant="danger" aria-haspopup="menu">
          Stop or end… <ChevronDown aria-hidden="true" className="size-4" />
        </Button>
      )}
    >
      {(close) => (
        <Menu label="Stop or end">
          {offered.map((each) => (
            <Item
              key={each.act}
              {...each}
              onAir={onAir}
              onChoose={() => {
                close()
                onChoose(each.act)
              }}
            />
          ))}
        </Menu>
      )}
    </Popover>
  )
}

type ItemProps = OfferedAct & { onAir: OnAir | null; onChoose(): void }

function Item({ act, reason, onAir, onChoose }: ItemProps) {
  const { button, sentence } = wordsOf(act, onAir)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={reason ? true : undefined}
      onClick={() => !reason && onChoose()}
      className={`${MENU_ROW} aria-disabled:cursor-not-allowed`}
    >
      <span className="grid">
        <span className={`font-semibold ${reason ? 'text-text-muted' : 'text-danger'}`}>{button}</span>
        <span className="text-xs text-text-muted">{reason ?? sentence}</span>
      </span>
    </button>
  )
}
