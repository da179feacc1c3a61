import type { Role } from '@carillon/contract/roles'
import { useState } from 'react'
import { areShortcutsOn, turnShortcuts } from '../../../lib/single-keys.ts'
import { Switch } from '../../../ui/switch.tsx'
import { ShortcutList } from '../../shortcuts/shortcut-list.tsx'

/** Single keys, on or off, and what each does. */
export function ShortcutSettings({ role }: { role: Role }) {
  const [on, setOn] = useState(areShortcutsOn)
  const turn = (next: boolean) => {
    turnShortcuts(next)
    setOn(next)
  }
  return (
    <div className="grid gap-5">
      <Switch
        label="Single-key shortcuts"
        hint="They work everywhere except in text fields."
        checked={on}
        onChange={turn}
        className="min-h-14"
      />
      <ShortcutList role={role} />
    </div>
  )
}
