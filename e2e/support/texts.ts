/**
 * Texts that sections 2, 5 and 8 of the specification quote, to the letter. A text that ends in `…` is a beginning: the
 * specification leaves the rest open, and the `…` is not part of it.
 */
export const TEXTS = {
  loginTitle: 'Sign in to your account',
  loginSubtitle: 'Your radio broadcast platform',
  registerTitle: 'Create your account',
  registerSubtitle: 'Join the community',
  birthdateHint: 'Used for analytics and age-appropriate content',
  genderHint: 'Helps us improve demographics analytics',
  termsLine: 'By creating an account, you agree to our Terms of Service and Privacy Policy',
  loading: 'Loading dashboard...',

  menuMain: 'MAIN',
  menuAuth: 'AUTH',
  menuPersonal: 'PERSONAL',
  listen: 'Listen',
  announcements: 'Announcements',
  login: 'Login',
  register: 'Register',
  schedule: 'Schedule',
  inbox: 'Inbox',
  djDashboard: 'DJ Dashboard',
  history: 'Broadcast History',
  analytics: 'Analytics',
  adminDashboard: 'Admin Dashboard',
  modDashboard: 'Mod Dashboard',
  footerMotto: 'Broadcasting Excellence',
  footerYear: '2025',
  footerVersion: 'v1.0',

  live: 'Live',
  notLive: 'Not Live',
  profile: 'Profile',
  profileNote: 'Manage your account',
  settings: 'Settings',
  settingsNote: 'Preferences & privacy',
  logout: 'Logout',
  logoutTitle: 'Are you absolutely sure?',
  logoutText:
    'This will sign you out of your account. You will need to sign in again to access your dashboard.',
  logoutCancel: 'Cancel',
  logoutConfirm: 'Sign Out',
  namelessUser: 'User',
  visitorLogin: 'Login',
  visitorSignUp: 'Sign Up',

  bellTitle: 'Notifications',
  bellMarkAll: 'Mark all read',
  bellEmpty: 'No unread notifications',
  bellEmptyNote: "You're all caught up! New notifications will appear here.",
  bellVisitor: 'Sign in to view notifications',
  bellFooter: 'View all notifications →',
  bellSwipeHint: 'Release to mark as read',
  bellManyUnread: '99+',

  untitledBroadcast: 'Live Broadcast',
  liveBadge: 'LIVE',
  openPlayer: 'Open Player',
  brokenPart: 'Something went wrong',
  brokenPartRefresh: 'Refresh Page',
  leavingWarning:
    'You are currently broadcasting. Leaving this page will end your broadcast. Are you sure you want to leave?',

  passwordMismatch: 'Passwords do not match',
  passwordShort: 'Password must be at least 6 characters long',
  birthdateMissing: 'Please enter your date of birth',
  tooYoung: 'You must be at least 13 years old to register',
  sourceQuality: 'Selected source audio quality too low (…',

  loginThrottled: 'Too many failed attempts. Please wait and try again.',
  loginRefused: 'Invalid email or password.',
  loginFailed: 'Login failed. Please try again.',
  registerFailed: 'Registration failed. Please try again.',
  verifyFailed: 'Verification failed. Please try again.',
  sendCodeFailed: 'Failed to send verification code. Please try again.',
  profileFailed: 'Failed to update profile. Please try again.',
  passwordFailed: 'Failed to change password. Please try again.',
  startupFailed: 'Failed to verify authentication status.',
  routerError: 'Unexpected Application Error',

  captureMissing: 'Screen capture not supported in this browser',
  captureInsecure:
    'Desktop audio capture requires a secure connection (HTTPS). Please use HTTPS or localhost.',
  captureDenied: 'Permission denied for desktop audio capture…',
  captureNotFound: 'No audio source found…',
  captureCancelled: 'Desktop audio capture was cancelled…',
  captureWithoutAudio: 'No audio track found in the selected source…',
  sourceRejected: 'Low-quality input audio detected (requires stereo and >= 44.1 kHz)…',

  historyType: 'Invalid broadcast type',
  historyFailed: 'Failed to fetch broadcast history',
  recentHistoryFailed: 'Failed to fetch recent broadcast history',
  typeHistoryFailed: 'Failed to fetch broadcast history by type',
  detailedHistoryFailed: 'Failed to fetch detailed broadcast analytics',
  reportFailed: 'Failed to fetch broadcast analytics',
  analyticsFailed: 'Failed to load analytics data. Please check your connection and try again.',
} as const

/** Pattern of an element's text that is exactly this one, or begins with it where the specification goes no further. */
export function exactly(text: string): RegExp {
  const isBeginning = text.endsWith('…')
  const escaped = (isBeginning ? text.slice(0, -1) : text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(isBeginning ? `^${escaped}` : `^${escaped}$`)
}
