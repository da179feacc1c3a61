import type { ReactNode } from 'react'
import { PageFrame } from '../../layout/page-frame.tsx'

export type LegalSection = { id: string; title: string; body: ReactNode }

/** A page of plain text with its contents: a column beside it on wide screens, a fold on phones. */
export function LegalPage({
  title,
  updated,
  lead,
  sections,
}: {
  title: string
  updated: string
  lead: ReactNode
  sections: readonly LegalSection[]
}) {
  return (
    <div className="@container">
      <PageFrame title={title} width="reading">
        <p className="-mt-4 text-sm text-text-muted">Last updated {updated}</p>
        <p className="text-lg text-pretty text-text-muted">{lead}</p>
        <details className="rounded-card border border-border bg-surface px-4 py-3 no-print @min-[76rem]:hidden">
          <summary className="font-semibold">On this page</summary>
          <Contents sections={sections} className="mt-2" />
        </details>
        <div className="relative grid gap-6">
          {/* Beside the text where the page, not the window, has the room: a pinned menu takes some of it. */}
          <div className="absolute inset-y-0 left-full ml-10 hidden w-52 no-print @min-[76rem]:block">
            <div className="sticky top-8 border-l border-border pl-4 text-sm">
              <p aria-hidden="true" className="mb-1 font-semibold">
                On this page
              </p>
              <Contents sections={sections} />
            </div>
          </div>
          {sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id} className="prose grid gap-3">
              <h2 id={section.id} tabIndex={-1}>
                {section.title}
              </h2>
              {section.body}
            </section>
          ))}
        </div>
      </PageFrame>
    </div>
  )
}

type ContentsProps = { sections: readonly LegalSection[]; className?: string }

function Contents({ sections, className }: ContentsProps) {
  return (
    <nav aria-label="On this page" className={className}>
      <ol className="grid gap-1">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-1 text-link underline underline-offset-3">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
