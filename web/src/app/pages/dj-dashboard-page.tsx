/** The DJ's desk: `/dj-dashboard`. */
export function DjDashboardPage() {
  return <h1 tabIndex={-1}>DJ Dashboard</h1>
}
