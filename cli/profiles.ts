import { documented, type Profile } from '../contract/picks.ts'
import { profileNames, shippedProfile } from './shipped.ts'
import { UsageError } from './usage.ts'

const known = [documented.name, ...profileNames].map((name) => `\`${name}\``).join(', ')

/** The profile of a name or a YAML file; throws `UsageError` with the place of what is wrong. */
export async function loadProfile(given: string): Promise<Profile> {
  if (given === documented.name) return documented
  if (profileNames.some((name) => name === given)) {
    // The table of choices is read for those alone who pick from it.
    const { readProfile } = await import('../contract/profile.ts')
    return readProfile(await shippedProfile(given))
  }
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(given, 'utf8').catch(() => {
    throw new UsageError(`There is no profile \`${given}\`: give ${known}, or a YAML file.`)
  })
  return (await import('./profile-text.ts')).readProfileText(text, given)
}
