/** The listener's page: `/`, `/dashboard` and `/broadcast/:id`. */
export function ListenPage() {
  return <h1 tabIndex={-1}>Listen</h1>
}
