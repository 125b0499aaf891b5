import type { Fixture } from '../../contract/fixture.ts'
import { documented, type Profile } from '../../contract/picks.ts'
import { ProfileError, readProfile } from '../../contract/profile.ts'
import { moveToPresent } from '../world/dates.ts'
import { unknownNameError, errorAt } from './control-error.ts'

/** Gives something when it is first asked for. */
export type Loader<Value> = () => Value | Promise<Value>

/** What worlds can be ordered with by name, besides what the fake itself plays. */
export type Presets = {
  /** What the fake plays unless a world is ordered otherwise. */
  readonly fixture: Fixture
  readonly profile: Profile
  readonly fixtures: Readonly<Record<string, Loader<Fixture>>>
  /** Profiles as a file has them. */
  readonly profiles: Readonly<Record<string, Loader<unknown>>>
  /** Milliseconds since 1970, by the machine. */
  readonly now: () => number
}

/** Fixtures and profiles by name; each fixture is read and moved to the present once. */
export class PresetLoader {
  readonly #options: Presets
  readonly #fixtures = new Map<string, Promise<Fixture>>()

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

  /** A fixture by its name; `undefined` for that of the fake. Throws `ControlError`. */
  async fixture(name: string): Promise<Fixture | undefined> {
    const { fixture, fixtures, now } = this.#options
    if (name === fixture.name) return undefined
    if (!Object.hasOwn(fixtures, name)) throw unknownNameError('fixture', name, this.fixtureNames)
    let supplied = this.#fixtures.get(name)
    if (supplied === undefined) {
      supplied = Promise.resolve(fixtures[name]?.() as Fixture).then((one) =>
        moveToPresent(one, now()),
      )
      this.#fixtures.set(name, supplied)
      supplied.catch(() => this.#fixtures.delete(name))
    }
    return await supplied
  }

  /** A profile by its name, or from a document of picks. Throws `ControlError` with the path. */
  async profile(given: unknown): Promise<Profile> {
    if (typeof given !== 'string') return parseProfile(given)
    const { profile, profiles } = this.#options
    if (given === profile.name) return profile
    if (given === documented.name) return documented
    if (!Object.hasOwn(profiles, given)) throw unknownNameError('profile', given, this.profileNames)
    return parseProfile(await profiles[given]?.())
  }
}

const stocks = new WeakMap<Presets, PresetLoader>()

/** The stock that was made of these options, or a new one. */
export function presetLoader(options: Presets): PresetLoader {
  let stock = stocks.get(options)
  if (stock === undefined) stocks.set(options, (stock = new PresetLoader(options)))
  return stock
}

/** Reads a document of picks; throws `ControlError` with the path of what is wrong. */
export function parseProfile(document: unknown): Profile {
  try {
    return readProfile(document)
  } catch (error) {
    if (error instanceof ProfileError) throw errorAt(error.path, error.message)
    throw error
  }
}
