import { isBroadcaster } from '@carillon/contract/policies'
import type { Role } from '@carillon/contract/roles'
import { useState } from 'react'
import { CHAT_SHORTCUTS } from '../../../features/chat/use-chat-key.ts'
import { DJ_SHORTCUTS } from '../../../features/stream/dj/dj-shortcuts.ts'
import { PLAYER_SHORTCUTS } from '../../../features/stream/listener/shortcuts.ts'
import { areShortcutsOn, turnShortcuts } from '../../../lib/single-keys.ts'
import { Switch } from '../../../ui/switch.tsx'

/** Single keys, on or off, and what each does. */
export function ShortcutSettings({ role }: { role: Role }) {
  const [on, setOn] = useState(areShortcutsOn)
  const turn = (next: boolean) => {
    turnShortcuts(next)
    setOn(next)
  }
  const hasStudio = isBroadcaster({ role })
  return (
    <div className="grid gap-5">
      <Switch
        label="Single-key shortcuts"
        hint="They work everywhere except in text fields."
        checked={on}
        onChange={turn}
        className="min-h-14"
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Keys title="Player" shortcuts={PLAYER_SHORTCUTS} />
        <Keys title="Chat" shortcuts={CHAT_SHORTCUTS} />
        {hasStudio && <Keys title="While on air" shortcuts={DJ_SHORTCUTS} />}
      </div>
    </div>
  )
}

type KeysProps = { title: string; shortcuts: readonly (readonly [keys: string, meaning: string])[] }

function Keys({ title, shortcuts }: KeysProps) {
  return (
    <div>
      <h3 className="mb-2 text-sm text-text-muted">{title}</h3>
      <dl className="grid gap-2 text-sm">
        {shortcuts.map(([keys, meaning]) => (
          <div key={keys} className="flex items-center gap-3">
            <dt>
              <kbd className="grid h-7 min-w-8 place-items-center rounded-sm border border-border-strong bg-surface-2 px-2 font-sans font-semibold whitespace-nowrap">
                {keys}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
