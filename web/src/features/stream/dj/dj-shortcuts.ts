/** Shortcuts of the studio, as the help lists them. */
export const DJ_SHORTCUTS = [
  ['G', 'Before the show: go to Go live'],
  ['M', 'Mute or unmute the microphone'],
  ['1 2 3 4', 'Go to chat, requests, polls, sound'],
  ['C', 'Write in the chat'],
  ['N', 'Say what is playing'],
  ['Ctrl + Shift + E', 'Ask to end the broadcast'],
] as const
