import { Banner } from './banner.tsx'
import { Button, type ButtonProps } from './button.tsx'

export type FormFootProps = Pick<ButtonProps, 'variant' | 'busy' | 'busyLabel'> & {
  /** The station's reason for rejecting the last try. */
  problem: string | null
  submitLabel: string
  onCancel(): void
}

/** The end of a form in a dialog: why it was refused, the way out, and what sends it. */
export function FormFoot({ problem, submitLabel, onCancel, ...submit }: FormFootProps) {
  return (
    <>
      {problem && (
        <Banner tone="danger" role="alert">
          {problem}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button {...submit} type="submit">
          {submitLabel}
        </Button>
      </div>
    </>
  )
}
