import { RotateCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Rings } from './rings.tsx'

type Props = {
  /** Told once per failure, to let go of what the broken part held. */
  onError?: (error: unknown) => void
  children: ReactNode
}

/** Catches a failure of what it wraps and offers to begin again. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
    this.props.onError?.(error)
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children
  }
}

function Broken() {
  return (
    <section
      role="alert"
      className="relative isolate grid min-h-96 place-content-center justify-items-center gap-5 overflow-hidden p-6 text-center"
    >
      <Rings state="resting" className="calm-rings w-[44rem] text-text-muted" />
      <h1>Something went wrong</h1>
      <Button icon={<RotateCw className="size-5" />} onClick={() => location.reload()}>
        Refresh Page
      </Button>
    </section>
  )
}
