import { readFileSync } from 'node:fs'
import { readProfile } from '../../../contract/profile.ts'

/** The shipped profile of the known deployment. */
export const deployedProfile = readProfile(
  JSON.parse(readFileSync('generated/profiles/deployed-0.8.json', 'utf8')),
  'deployed-0.8',
)
