/** 32 letters and digits, none of which is mistaken for another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** Random bytes in a suggestion. */
export const SUGGESTION_BYTES = GROUPS * GROUP_LENGTH

/** A password that can be read out loud, such as `k7mp-q2hd-9tfw`: five bits of each byte. */
export function suggestPassword(random: Uint8Array): string {
  const characters = [...random.subarray(0, SUGGESTION_BYTES)].map((byte) => ALPHABET[byte % ALPHABET.length])
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  )
  return groups.join('-')
}
