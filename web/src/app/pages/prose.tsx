import type { ReactNode } from 'react'
import { PageFrame } from '../layout/page-frame.tsx'

export type ProseSection = { id: string; title: string; body: ReactNode }

/** A page of plain text with its contents: a column beside it on wide screens, a fold on phones. */
export function ProsePage({
  title,
  updated,
  lead,
  sections,
}: {
  title: string
  updated: string
  lead: ReactNode
  sections: readonly ProseSection[]
}) {
  return (
    <PageFrame title={title} width="reading">
      <p className="-mt-4 text-sm text-text-muted">Last updated {updated}</p>
      <p className="text-lg text-text-muted">{lead}</p>
      <details className="rounded-card border border-border bg-surface px-4 py-3 no-print">
        <summary className="font-semibold">On this page</summary>
        <Contents sections={sections} />
      </details>
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id} className="prose grid gap-3">
          <h2 id={section.id} tabIndex={-1}>
            {section.title}
          </h2>
          {section.body}
        </section>
      ))}
    </PageFrame>
  )
}

function Contents({ sections }: { sections: readonly ProseSection[] }) {
  return (
    <nav aria-label="On this page" className="mt-2">
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
