import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useSectionInView } from './use-section-in-view.ts'

export type SectionName = { id: string; title: string }

/** A part of the settings, which the list beside them leads to. */
export function SettingsSection({
  id,
  title,
  lead,
  children,
}: SectionName & { lead?: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="scroll-mt-6 rounded-card border border-border bg-surface p-4 lg:p-6"
    >
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-[60ch] text-sm text-text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

/** The list of parts, beside them where there is room; it marks the one in view. */
export function SettingsNav({ sections }: { sections: readonly SectionName[] }) {
  const [current, goTo] = useSectionInView(sections.map(({ id }) => id))
  const follow = (event: MouseEvent, id: string) => {
    event.preventDefault()
    goTo(id)
  }
  return (
    <nav aria-label="Settings" className="max-lg:hidden lg:sticky lg:top-8">
      <ul className="grid gap-0.5">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => follow(event, id)}
              className={classNames(
                'flex min-h-10 items-center rounded-input border-l-3 px-3 text-sm font-medium',
                id === current
                  ? 'border-primary bg-surface-2 text-text'
                  : 'border-transparent text-text-muted hover:bg-surface-2 hover:text-text',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
