const DAY = { month: 'short', day: '2-digit', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

/** `Nov 20, 2026, 3:00 PM`: the specification's 'MMM dd, yyyy' and 'h:mm a'. */
export function dayAndTime(instant: Date, timeZone: string): string {
  return format(instant, { ...DAY, ...TIME, timeZone })
}

/** `3:00 PM`. */
export function timeOfDay(instant: Date, timeZone: string): string {
  return format(instant, { ...TIME, timeZone })
}

/** ICU puts a narrow no-break space before PM; people type a plain one. */
function format(instant: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', options).format(instant).replace('\u202f', ' ')
}
