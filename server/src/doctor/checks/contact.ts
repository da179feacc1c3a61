import { type Check, ok, warn } from '../check.ts'

/** Whether people who need help find somebody: the Contact page shows these settings. */
export const checkContact: Check = {
  name: 'contact',
  async look({ config: { contact } }) {
    const { email, studio, hours } = contact
    const missing = Object.entries({ STATION_STUDIO: studio, STATION_HOURS: hours })
      .filter(([, value]) => value === null)
      .map(([name]) => name)
    return [
      email
        ? ok(`Contact shows ${email}.`)
        : warn('STATION_EMAIL is not set: people who need help have nobody to write to.'),
      ...(missing.length > 0 ? [warn(`${missing.join(' and ')} not set: Contact does not show them.`)] : []),
    ]
  },
}
