import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A surface with a border: 16 px of air on phones, 24 on wider screens. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={classNames('rounded-card border border-border bg-surface p-4 lg:p-6', className)}
    />
  )
}

/** The head of a card: a title and, at its right, a small note or an action. */
export function CardHead({ title, aside, id }: { title: ReactNode; aside?: ReactNode; id?: string }) {
  return (
    <header className="mb-4 flex items-center justify-between gap-3">
      <h2 id={id}>{title}</h2>
      {aside !== undefined && <div className="text-sm text-text-muted">{aside}</div>}
    </header>
  )
}
