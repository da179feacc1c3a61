export type Strength = 'weak' | 'fair' | 'strong'

const WORDS: Record<Strength, string> = {
  weak: 'Easy to guess. A short sentence is stronger.',
  fair: 'Fair. Longer is stronger.',
  strong: 'Strong.',
}

/** A hint beyond the six-character rule: length counts most, a mix of kinds helps. It blocks nothing. */
export function passwordStrength(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const score = password.length + kinds * 2
  if (score >= 18) return 'strong'
  return score >= 12 ? 'fair' : 'weak'
}

/** Hint under a field for a new password. */
export function passwordHint(password: string): string {
  return password === '' ? 'At least 6 characters' : WORDS[passwordStrength(password)]
}
