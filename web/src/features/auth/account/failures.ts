/** Messages for failures for which the station gives none. */
export const FAILURES = {
  verification: 'Verification failed. Please try again.',
  sendCode: 'Failed to send verification code. Please try again.',
  profile: 'Failed to update profile. Please try again.',
  password: 'Failed to change password. Please try again.',
} as const
