import { basename } from 'node:path'
import { AuthoringError } from '../authoring/problem.ts'
import { loadProfileDocument } from '../authoring/yaml.ts'
import type { Profile } from '../contract/picks.ts'
import { ProfileError, readProfile } from '../contract/profile.ts'
import { UsageError } from './command-line.ts'

/** Reads a profile in YAML or JSON; throws `UsageError` with the line of a problem. */
export function readProfileText(text: string, file: string): Profile {
  try {
    const { value, where } = loadProfileDocument(text, file)
    try {
      return readProfile(value, basename(file).replace(/(\.profile)?\.(ya?ml|json)$/, ''))
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error
      throw new UsageError(`${where(error.path, error.part)}: ${error.message}`)
    }
  } catch (error) {
    if (error instanceof AuthoringError) throw new UsageError(...error.message.split('\n'))
    throw error
  }
}
