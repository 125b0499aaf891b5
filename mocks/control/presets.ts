import type { Fixture } from '../../contract/fixture.ts'
import { isObject } from '../../contract/json.ts'
import { memoizeByObject } from '../../contract/memoize.ts'
import { documented, type Profile } from '../../contract/picks.ts'
import { ProfileError, readProfile } from '../../contract/profile.ts'
import { moveToPresent, presentFixture } from '../world/dates.ts'
import { unknownNameError, errorAt } from './control-error.ts'

/** Loads a value when it is first needed. */
export type Loader<Value> = () => Value | Promise<Value>

/** The fixtures and profiles that new worlds can name. */
export type Presets = {
  /** The default fixture of new worlds. */
  readonly fixture: Fixture
  readonly profile: Profile
  readonly fixtures: Readonly<Record<string, Loader<Fixture>>>
  /** Profiles, in the profile file format. */
  readonly profiles: Readonly<Record<string, Loader<unknown>>>
  /** Reads a fixture that a client sends. Rejects with a `ControlError`. */
  readonly readFixture: (document: unknown) => Promise<Fixture>
  /** The system time, in milliseconds since 1970. */
  readonly now: () => number
}

/** Loads fixtures and profiles by name; moves the dates of fixtures to the present. */
export class PresetLoader {
  readonly #options: Presets
  readonly #fixtures = new Map<string, Promise<(now: number) => Fixture>>()

  constructor(options: Presets) {
    this.#options = options
  }

  get fixtureNames(): string[] {
    return [...new Set([this.#options.fixture.name, ...Object.keys(this.#options.fixtures)])]
  }

  get profileNames(): string[] {
    const { profile, profiles } = this.#options
    return [...new Set([profile.name, documented.name, ...Object.keys(profiles)])]
  }

  /** Loads a fixture by name, or reads a document. Returns `undefined` for the default fixture. */
  async fixture(name: unknown): Promise<Fixture | undefined> {
    const { fixture, fixtures, now, readFixture } = this.#options
    if (typeof name !== 'string') return moveToPresent(await readFixture(name), now())
    if (name === fixture.name) return undefined
    if (!Object.hasOwn(fixtures, name)) throw unknownNameError('fixture', name, this.fixtureNames)
    let supplied = this.#fixtures.get(name)
    if (supplied === undefined) {
      supplied = Promise.resolve(fixtures[name]?.() as Fixture).then(presentFixture)
      this.#fixtures.set(name, supplied)
      supplied.catch(() => this.#fixtures.delete(name))
    }
    return (await supplied)(now())
  }

  /** Loads a profile by name, or parses a document. Its `base` may be the name of a profile. */
  async profile(input: unknown): Promise<Profile> {
    if (typeof input !== 'string') {
      const base = isObject(input) ? input['base'] : undefined
      return parseOwnProfile(input, typeof base === 'string' ? await this.profile(base) : undefined)
    }
    const { profile, profiles } = this.#options
    if (input === profile.name) return profile
    if (input === documented.name) return documented
    if (!Object.hasOwn(profiles, input)) throw unknownNameError('profile', input, this.profileNames)
    return parseProfile(await profiles[input]?.())
  }
}

/** Returns the loader of these presets: always the same loader for the same object. */
export const presetLoader = memoizeByObject((options: Presets) => new PresetLoader(options))

/** Parses a client's profile. Rejects with a `ControlError`, also for unusable expressions. */
async function parseOwnProfile(document: unknown, base: Profile | undefined): Promise<Profile> {
  const profile = parseProfile(document, base)
  if (profile.answers === undefined && profile.operations === undefined) return profile
  const { unusableParts } = await import('./unusable-parts.ts')
  const [problem] = unusableParts(profile)
  if (problem !== undefined) throw errorAt(problem.path, problem.says)
  return profile
}

/** Parses a profile with picks. Throws `ControlError` with the path of the problem. */
export function parseProfile(document: unknown, base?: Profile): Profile {
  try {
    return readProfile(document, undefined, base)
  } catch (error) {
    if (error instanceof ProfileError) throw errorAt(error.path, error.message)
    throw error
  }
}
