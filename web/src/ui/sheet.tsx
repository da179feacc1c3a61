import { Dialog, type DialogProps } from './dialog.tsx'

/** A dialog that comes from the bottom of a narrow screen, as wide as it. */
export function Sheet(props: Omit<DialogProps, 'className'>) {
  return <Dialog {...props} className={SHEET} />
}

const SHEET =
  'dialog m-0 mt-auto w-full max-w-none rounded-t-hero border border-border bg-surface p-6 pb-[calc(24px+env(safe-area-inset-bottom))] text-text shadow-lift'
