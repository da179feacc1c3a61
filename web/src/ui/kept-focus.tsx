import { Component, createRef, type ReactNode } from 'react'

/**
 * Keeps the focus among its children when what had it there goes: the first that can have it of those which are found by
 * `input` or `tabIndex` gets it. It looks whenever it is rendered.
 */
export class KeptFocus extends Component<{ children: ReactNode }> {
  readonly #box = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(): boolean {
    return this.#hasFocus
  }

  override componentDidUpdate(_props: unknown, _state: unknown, hadFocus: boolean): void {
    if (hadFocus && !this.#hasFocus)
      this.#box.current?.querySelector<HTMLElement>('input, [tabindex]')?.focus()
  }

  override render() {
    return (
      <div ref={this.#box} className="contents">
        {this.props.children}
      </div>
    )
  }

  get #hasFocus(): boolean {
    return this.#box.current?.contains(document.activeElement) ?? false
  }
}
