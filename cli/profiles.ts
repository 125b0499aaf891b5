import { basename } from 'node:path'
import { documented, type Profile } from '../contract/picks.ts'
import { profileNames, shippedProfile } from './shipped.ts'
import { UsageError } from './usage.ts'

const known = [documented.name, ...profileNames].map((name) => `\`${name}\``).join(', ')

/** The profile of a name or a YAML file; throws `UsageError` with the place of what is wrong. */
export async function loadProfile(given: string): Promise<Profile> {
  if (given === documented.name) return documented
  // The table of choices is read for those alone who pick from it.
  const { ProfileError, readProfile } = await import('../contract/profile.ts')
  if (profileNames.some((name) => name === given)) return readProfile(await shippedProfile(given))
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(given, 'utf8').catch(() => {
    throw new UsageError(`There is no profile \`${given}\`: give ${known}, or a YAML file.`)
  })
  const { AuthoringError } = await import('../authoring/problem.ts')
  const { loadProfileDocument } = await import('../authoring/profile.ts')
  try {
    const { value, where } = loadProfileDocument(text, given)
    try {
      return readProfile(value, basename(given).replace(/(\.profile)?\.ya?ml$/, ''))
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error
      throw new UsageError(`${where(error.path, error.part)}: ${error.message}`)
    }
  } catch (error) {
    if (error instanceof AuthoringError) throw new UsageError(error.message)
    throw error
  }
}
