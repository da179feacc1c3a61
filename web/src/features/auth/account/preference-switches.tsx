import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { announce } from '../../../lib/announce.ts'
import type { PreferenceName } from '../../../session/preferences.ts'
import { usePreferences } from '../../../session/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'

const SWITCHES: readonly { name: PreferenceName; label: string; effect: string }[] = [
  { name: 'broadcastStart', label: 'Broadcast started', effect: 'When a broadcast goes live.' },
  {
    name: 'broadcastReminders',
    label: 'Starting soon reminders',
    effect: '15 minutes before a broadcast begins.',
  },
  {
    name: 'newSchedule',
    label: 'New schedules',
    effect: 'When a broadcast is scheduled or newly posted.',
  },
  {
    name: 'systemUpdates',
    label: 'System updates',
    effect: 'New members, general news, alerts, information and reminders.',
  },
]

const NOT_SYNCED = 'Not synced. Your choice is saved on this device.'

/** Switches of notifications. A choice takes effect immediately; one that the station does not know yet says so quietly. */
export function PreferenceSwitches() {
  const { values, unsynced, hasFailed, isSaving, choose, retry } = usePreferences()
  useEffect(() => {
    if (hasFailed) announce(NOT_SYNCED)
  }, [hasFailed])
  return (
    <div className="grid">
      <ul className="-mt-1 -mb-3 divide-y divide-border">
        {SWITCHES.map(({ name, label, effect }) => (
          <li key={name}>
            <Switch
              label={
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {label}
                  {hasFailed && unsynced.includes(name) && <NotSynced />}
                </span>
              }
              hint={effect}
              checked={values[name]}
              onChange={(checked) => choose(name, checked)}
              className="min-h-14 py-3"
            />
          </li>
        ))}
      </ul>
      {hasFailed && (
        <div className="flex flex-wrap items-center justify-between gap-3 mt-3 border-t border-border pt-3 text-sm text-text-muted">
          <p>Saved on this device until it is synced.</p>
          <Button variant="outline" size="sm" busy={isSaving} onClick={retry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

function NotSynced() {
  return (
    <Badge tone="warning">
      <CloudOff aria-hidden="true" className="size-3.5" />
      Not synced
    </Badge>
  )
}
