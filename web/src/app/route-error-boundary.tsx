import { Component, type ReactNode } from 'react'
import { RouteErrorPage } from './pages/errors/route-error-page.tsx'

type Props = { /** A new address is a new chance. */ pathname: string; children: ReactNode }
type State = { failure: { error: unknown } | null }

/** Shows the error page in place of a route that breaks. */
export class RouteErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failure && before.pathname !== this.props.pathname) this.setState({ failure: null })
  }

  override render() {
    return this.state.failure ? <RouteErrorPage error={this.state.failure.error} /> : this.props.children
  }
}
