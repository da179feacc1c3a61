import { type RefObject, useEffect } from 'react'

/** Brings the focus to the first wrong field of a form whenever its submit is refused once more. */
export function useFocusOnRefusal(form: RefObject<HTMLFormElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refusals])
}
