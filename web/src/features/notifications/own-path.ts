/** Whether a link is a path of the station: whatever leads elsewhere is not followed. */
export function isOwnPath(link: string): boolean {
  return /^\/(?![/\\])/.test(link)
}
