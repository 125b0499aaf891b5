import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { documented, type Profile } from '../contract/picks.ts'
import { ProfileError, readProfile } from '../contract/profile.ts'
import { profileNames, shippedProfile } from './shipped.ts'
import { UsageError } from './usage.ts'

const known = [documented.name, ...profileNames].map((name) => `\`${name}\``).join(', ')

/** The profile of a name or a YAML file; throws `UsageError` with the place of what is wrong. */
export async function loadProfile(given: string): Promise<Profile> {
  if (given === documented.name) return documented
  if (profileNames.some((name) => name === given)) return readProfile(await shippedProfile(given))
  const text = await readFile(given, 'utf8').catch(() => {
    throw new UsageError(`There is no profile \`${given}\`: give ${known}, or a YAML file.`)
  })
  const { AuthoringError } = await import('../authoring/problem.ts')
  const { loadProfileDocument } = await import('../authoring/profile.ts')
  try {
    const { value, where } = loadProfileDocument(text, given)
    return readAt(value, basename(given).replace(/(\.profile)?\.ya?ml$/, ''), where)
  } catch (error) {
    if (error instanceof AuthoringError) throw new UsageError(error.message)
    throw error
  }
}

function readAt(
  value: unknown,
  name: string,
  where: (path: readonly string[], part: 'key' | 'value') => string,
): Profile {
  try {
    return readProfile(value, name)
  } catch (error) {
    if (error instanceof ProfileError)
      throw new UsageError(`${where(error.path, error.part)}: ${error.message}`)
    throw error
  }
}
