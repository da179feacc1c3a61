import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../lib/store.ts'
import { useDocumentHidden } from '../lib/use-document-hidden.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, type Toast, toasts } from './toast.ts'

const TIMEOUT_MS = 5_000
const ICONS = { info: Info, success: CircleCheck, danger: CircleAlert } as const
const INKS = { info: 'text-info', success: 'text-success', danger: 'text-danger' } as const

/** The one region of toasts, mounted at start: regions that come later are missed. F6 or Alt+T brings the focus. */
export function Toaster() {
  const shown = useStore(toasts)
  const [held, setHeld] = useState(false)
  const hidden = useDocumentHidden()
  const regionRef = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const requested = event.key === 'F6' || (event.altKey && event.key.toLowerCase() === 't')
      if (!requested || toasts.get().length === 0) return
      event.preventDefault()
      regionRef.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <section
      ref={regionRef}
      tabIndex={-1}
      aria-label="Notices"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="toaster pointer-events-none fixed inset-x-4 z-50 grid justify-items-center gap-2 md:left-auto md:right-6 md:justify-items-end"
    >
      {shown.map((item) => (
        <ToastCard key={item.id} toast={item} paused={held || hidden} />
      ))}
    </section>
  )
}

function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const remainingMs = useRef(TIMEOUT_MS)
  const stays = toast.stays || toast.action !== undefined
  useEffect(() => {
    if (paused || stays) return
    const startedAt = performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= performance.now() - startedAt
    }
  }, [paused, stays, toast.id])
  const { Icon, ink, label } = toast.look ?? { Icon: ICONS[toast.tone], ink: INKS[toast.tone], label: null }
  return (
    <div className="toast pointer-events-auto flex w-fit max-w-[min(26rem,100%)] items-center gap-3 rounded-card border border-border bg-surface py-2 pr-2 pl-4 text-sm shadow-lift">
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${ink}`} />
      {label && <span className="sr-only">{`${label}: `}</span>}
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          className="h-9 rounded-input px-2 font-semibold text-link hover:underline"
          onClick={() => {
            toast.action?.onClick()
            dismissToast(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton
        label="Close"
        tooltip={false}
        icon={<X className="size-4.5" />}
        onClick={() => dismissToast(toast.id)}
        className="size-9"
      />
    </div>
  )
}
