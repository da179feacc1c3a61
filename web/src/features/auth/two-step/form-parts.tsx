import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

/** Password managers ask whose password this is. */
export function Username({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

/** A refusal that names no field. */
export function FormProblem({ words }: { words: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {words && <Banner tone="danger">{words}</Banner>}
    </div>
  )
}

/** The acts of a step: the one that goes on, and the way out. */
export function FormActs({ children, onCancel }: { children: ReactNode; onCancel(): void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {children}
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
