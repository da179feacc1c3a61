/** The stem of everything asked about announcements. */
export const ANNOUNCEMENTS_KEY = ['announcements'] as const
