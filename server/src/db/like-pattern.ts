/** A pattern for LIKE that finds a text anywhere, with every character of it for itself. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
