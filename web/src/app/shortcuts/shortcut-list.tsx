import type { Role } from '@carillon/contract/roles'
import { type ShortcutGroup, shortcutGroups } from './shortcut-groups.ts'

/** The shortcuts of a role, in groups; null is a visitor. */
export function ShortcutList({ role }: { role: Role | null }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {shortcutGroups(role).map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </div>
  )
}

function Group({ title, rows }: ShortcutGroup) {
  return (
    <div>
      <h3 className="mb-2 text-sm text-text-muted">{title}</h3>
      <dl className="grid gap-2 text-sm">
        {rows.map(([keys, meaning]) => (
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
