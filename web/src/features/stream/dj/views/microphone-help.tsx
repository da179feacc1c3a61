export const MICROPHONE_HELP_ID = 'microphone-help'

/** Instructions to undo a refusal, in the words of this browser. */
export function MicrophoneHelp() {
  return (
    <details
      id={MICROPHONE_HELP_ID}
      tabIndex={-1}
      className="rounded-card bg-surface-2 px-4 py-3 text-sm"
      open
    >
      <summary className="font-semibold">How to allow the microphone</summary>
      <ol className="mt-2 grid list-decimal gap-1 pl-5">
        {stepsFor(navigator.userAgent).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  )
}

/** The steps for the browser that calls itself `userAgent`. */
export function stepsFor(userAgent: string): readonly string[] {
  if (userAgent.includes('Firefox/')) return FIREFOX
  if (userAgent.includes('Chrome/')) return CHROME
  return SAFARI
}

const CHROME = [
  'Press the icon at the left end of the address bar.',
  'Switch Microphone on. If it is not listed, open Site settings and allow it there.',
  'Come back here and press Try again.',
] as const

const FIREFOX = [
  'Press the crossed-out microphone at the left end of the address bar.',
  'Press the small cross beside “Blocked” to forget the refusal.',
  'Press Try again here, then Allow.',
] as const

const SAFARI = [
  'Open the page menu in the address bar and choose Website Settings.',
  'Set Microphone to Allow.',
  'Come back here and press Try again.',
] as const
