/** A moment as names of files and folders have it, in UTC: `20261120T040000Z`. They sort by time. */
export function momentName(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
