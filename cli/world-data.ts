import { messageOf } from '../contract/realm-safe.ts'
import type { Fixture } from '../contract/fixture.ts'
import { fixtureNames, knownProfiles, profileNames } from '../contract/shipped-names.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import type { ScenarioSource } from '../mocks/world/world-config.ts'
import { documented, type Profile } from '../contract/picks.ts'
import { guessText, type Io, UsageError, type Output, writeLines } from './command-line.ts'
import type { LoadedProfile } from './profile-text.ts'
import { extname, join } from 'node:path'
import { systemClock } from '../mocks/world/clock.ts'
import { ownField } from '../contract/json.ts'
import { lazyProperties } from '../contract/memoize.ts'

// An `import` would load all exports. Files are read synchronously: threads slow down the start.
const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')

const [newline, colon, comma] = [...new TextEncoder().encode('\n:,')] as [number, number, number]

const decoder = new TextDecoder()

/** Serializes a fixture as JSON with one line per kind, so that each line can be parsed alone. */
export const fixtureLines = (fixture: Fixture): string =>
  `{\n${Object.entries(fixture)
    .map(([kind, value]) => `${JSON.stringify(kind)}:${JSON.stringify(value)}`)
    .join(',\n')}\n}\n`

/** Parses the result of `fixtureLines`, each line on first access. */
export function readFixtureLines(bytes: Uint8Array): Fixture {
  const makers: Record<string, () => unknown> = {}
  let start = bytes.indexOf(newline) + 1
  for (let end = bytes.indexOf(newline, start); end > 0; end = bytes.indexOf(newline, start)) {
    const split = bytes.indexOf(colon, start)
    const last = bytes[end - 1] === comma ? end - 1 : end
    // The last line has no records: it only ends the object.
    if (split > 0 && split < end)
      makers[JSON.parse(decoder.decode(bytes.subarray(start, split))) as string] = () =>
        JSON.parse(decoder.decode(bytes.subarray(split + 1, last)))
    start = end + 1
  }
  return lazyProperties(makers) as Fixture
}

/** Reads a shipped fixture; each kind of records is parsed on first use. */
export const shippedFixture = async (name: (typeof fixtureNames)[number]): Promise<Fixture> =>
  readFixtureLines(readFileSync(pathOf(`fixtures/${name}.json`)))

/**
 * Loads a fixture by name or from a file. Prints a notice if the file has records that a fixture
 * cannot have. Throws `UsageError` with the line of each problem.
 */
export async function loadFixture(given: string, stderr?: Output): Promise<Fixture> {
  const name = fixtureNames.find((one) => one === given)
  if (name !== undefined) return shippedFixture(name)
  if (!/[./\\]/.test(given)) {
    const knownFixtures = fixtureNames.join(', ')
    throw new UsageError(
      `There is no fixture \`${given}\`: choose ${knownFixtures}. A file has an extension, such as data.yaml.${guessText(given, fixtureNames)}`,
    )
  }
  const { FixtureFileError, readFixtureFile } = await import('../testing/fixture-file.ts')
  const notice = (sentence: string) => stderr && writeLines(stderr, sentence)
  return readFixtureFile(given, notice).catch((error: unknown) => {
    if (error instanceof FixtureFileError) throw new UsageError(...error.message.split('\n'))
    throw error
  })
}

/** The names of the agents and users of a fixture, to which scripts may refer. */
export const castOf = ({ agents, users }: Fixture) => ({
  agents: agents.map(({ name }) => name),
  users: users.flatMap(({ email, display_name }) => [email, display_name ?? email]),
})

/** The shipped fixtures by name, each read on first use. */
export const shippedFixtures = Object.fromEntries(
  fixtureNames.map((name) => [name, () => shippedFixture(name)]),
)

export const shippedScenarios = async () => readGenerated<Scenario[]>('scenarios.json')

/** The parsed files of `fixtures/own-company/`, by their paths. */
export const shippedDemo = async () =>
  readGenerated<{
    readonly 'fixture.yaml': {
      readonly agents: readonly [{ readonly suggested_prompts: readonly string[] }]
    }
    readonly [script: `scenarios/${string}`]: unknown
  }>('own-company.json')

/** The shipped profiles by name, as parsed JSON. Each is read on first use. */
export const shippedProfiles = Object.fromEntries(
  profileNames.map((name) => [name, async () => readGenerated<unknown>(`profiles/${name}.json`)]),
) as Readonly<Record<(typeof profileNames)[number], () => Promise<unknown>>>

const readGenerated = <T>(file: string) => JSON.parse(readFileSync(pathOf(file), 'utf8')) as T

const pathOf = (file: string) => new URL(`../generated/${file}`, import.meta.url)

/**
 * Loads a profile by name, or from a file or folder of YAML. Throws `UsageError` with the line of a
 * problem.
 */
export async function loadProfile(given: string): Promise<Profile> {
  const { profile, where } = await loadPlacedProfile(given)
  const isShipped = profileNames.some((name) => name === given)
  if (isShipped || (profile.answers ?? profile.operations) === undefined) return profile
  const { unusableParts } = await import('../mocks/control/unusable-parts.ts')
  const problems = unusableParts(profile)
  if (problems.length === 0) return profile
  throw new UsageError(...problems.map(({ path, part, says }) => `${where(path, part)}: ${says}`))
}

/** Loads a profile as `loadProfile` does, with the positions of its parts. */
export async function loadPlacedProfile(given: string): Promise<LoadedProfile> {
  const where = () => given
  if (given === documented.name) return { profile: documented, where, paths: [] }
  const shipped = ownField<() => Promise<unknown>>(shippedProfiles, given)
  if (shipped !== undefined) {
    const { readProfile } = await import('../contract/profile.ts')
    return { profile: readProfile(await shipped()), where, paths: [] }
  }
  const { loadProfilePath } = await import('./profile-text.ts')
  return loadProfilePath(given, shippedProfiles).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code !== 'ENOENT') throw new UsageError(`The profile \`${given}\` can't be read: ${code}.`)
    throw new UsageError(
      `There is no profile \`${given}\`: use ${knownProfiles.map((name) => `\`${name}\``).join(', ')}, or a YAML file or a folder of them.${guessText(given, knownProfiles)}`,
    )
  })
}

/**
 * The shipped scripts, which play in addition to the scripts of a folder. A folder with `demo.yaml`
 * gets none, because the shipped scripts name another company.
 */
const scriptsBeside = async (folder: string) =>
  existsSync(join(folder, '..', 'demo.yaml')) ? [] : shippedScenarios()

/** Loads the scripts of a folder, then the shipped ones. Throws `UsageError` with all problems. */
export async function loadScenarioFolder(folder: string | undefined): Promise<Scenario[]> {
  if (folder === undefined) return shippedScenarios()
  const shipped = await scriptsBeside(folder)
  const ownScripts = await loadUserScenarios(folder, shipped)
  // Removes duplicates, because the folder may be the shipped one or contain copies.
  const ownTexts = new Set(ownScripts.map((script) => JSON.stringify(script)))
  return [...ownScripts, ...shipped.filter((script) => !ownTexts.has(JSON.stringify(script)))]
}

/** Like `loadScenarioFolder`, but reloads the scripts at each change of the folder until closed. */
export async function watchScenarioFolder(
  folder: string | undefined,
  { stderr }: Pick<Io, 'stderr'>,
  isQuiet = false,
): Promise<ScenarioSource & { readonly about?: string; close(): void }> {
  if (folder === undefined)
    // The shipped scripts are read on the first turn.
    return lazyProperties(
      { current: () => readGenerated<Scenario[]>('scenarios.json') },
      { close() {} },
    )
  const shipped = await scriptsBeside(folder)
  const ownScripts = await loadUserScenarios(folder, shipped)
  const scripts: { current: readonly Scenario[]; readonly about: string; close(): void } = {
    current: [...ownScripts, ...shipped],
    about: `${ownScripts.length} of ${folder}${shipped.length > 0 ? ', before the shipped ones' : ''}; edits apply to the next turn`,
    close() {},
  }
  const { stat } = await import('node:fs/promises')
  if (!(await stat(folder)).isDirectory())
    throw new UsageError(`\`${folder}\` is a file: pass its folder to --scenarios.`)
  const { watchScripts } = await import('../contract/authoring/watch.ts')
  scripts.close = watchScripts(folder, {
    after: systemClock.after,
    load: () => loadScenarioFolder(folder),
    onScripts(read) {
      scripts.current = read
      if (!isQuiet) writeLines(stderr, `${folder} was reloaded: the next turn uses it.`)
    },
    onProblems: (problems) =>
      writeLines(
        stderr,
        ...problems.split('\n'),
        `The scripts of ${folder} were not reloaded; the earlier ones still play.`,
      ),
  })
  return scripts
}

/** Loads only the scripts of a folder or file. They may refer to the scripts in `shipped`. */
export async function loadUserScenarios(
  path: string,
  shipped: readonly Scenario[],
): Promise<Scenario[]> {
  const { AuthoringError } = await import('../contract/authoring/problem.ts')
  const { loadScenarios } = await import('../contract/authoring/scenarios.ts')
  try {
    return await loadScenarios(path, { scripts: shipped.map(({ name }) => name) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(
        `There is no ${extname(path) === '' ? 'folder' : 'file'} \`${path}\`: name a folder or a file of scripts.`,
      )
    if (error instanceof AuthoringError) throw new UsageError(...error.message.split('\n'))
    throw new UsageError(messageOf(error))
  }
}
