/** A timestamp for names of files and folders, in UTC: `20261120T040000Z`. They sort by time. */
export function timestampForFileName(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
