import type { Fixture } from '../contract/fixture.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import type { ScenarioSource } from '../mocks/world/world-config.ts'
import { readFixtureLines } from '../mocks/world/fixture-lines.ts'
import { documented, type Profile } from '../contract/picks.ts'
import { UsageError, type Io } from './command-line.ts'
import { extname } from 'node:path'
import { escapeLines } from '../contract/escape.ts'
import { systemClock } from '../mocks/world/clock.ts'

// An `import` of it reads its every export; and files that a start waits for are read at once.
const { readFileSync } = process.getBuiltinModule('node:fs')

/** The fixtures that come with Understudy. */
export const fixtureNames = ['demo', 'empty', 'crowded'] as const

/** Reads a fixture that was built beforehand, each kind of its records when it is asked for. */
export const shippedFixture = async (name: (typeof fixtureNames)[number]): Promise<Fixture> =>
  readFixtureLines(readFileSync(pathOf(`fixtures/${name}.json`)))

/** The fixtures by name, each read when it is first asked for. */
export const shippedFixtures = Object.fromEntries(
  fixtureNames.map((name) => [name, () => shippedFixture(name)]),
)

/** Reads the scenarios that come with Understudy. */
export const shippedScenarios = () => readGenerated<Scenario[]>('scenarios.json')

/** The same for a server, which is ready before anybody asks for a turn: read with the first. */
function shippedScripts(): ScenarioSource {
  let read: readonly Scenario[] | undefined
  return {
    get current() {
      return (read ??= readNow<Scenario[]>('scenarios.json'))
    },
  }
}

/** The profiles that come with Understudy, besides `documented`. */
const profileNames = ['deployed-0.8'] as const

/** Reads a profile as plain data. */
const shippedProfile = (name: string) => readGenerated<unknown>(`profiles/${name}.json`)

/** The profiles by name, as plain data, each read when it is asked for. */
export const shippedProfiles = Object.fromEntries(
  profileNames.map((name) => [name, () => shippedProfile(name)]),
)

const readGenerated = async <T>(file: string): Promise<T> => readNow<T>(file)

const readNow = <T>(file: string) => JSON.parse(readFileSync(pathOf(file), 'utf8')) as T

const pathOf = (file: string) => new URL(`../generated/${file}`, import.meta.url)

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

/** The scripts of a folder before the shipped ones; throws `UsageError` with every problem in it. */
export async function loadScenarioFolder(folder: string | undefined): Promise<Scenario[]> {
  const shipped = await shippedScenarios()
  if (folder === undefined) return shipped
  const own = await loadUserScenarios(folder, shipped)
  // A copy of a shipped one is never reached behind it, as where the folder is the shipped one.
  const written = new Set(own.map((script) => JSON.stringify(script)))
  return [...own, ...shipped.filter((script) => !written.has(JSON.stringify(script)))]
}

/** Scripts that follow every change of their folder, until they are closed. */
export async function watchScenarioFolder(
  folder: string | undefined,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<ScenarioSource & { readonly about?: string; close(): void }> {
  if (folder === undefined) return Object.assign(shippedScripts(), { close() {} })
  const shipped = await shippedScenarios()
  const own = await loadUserScenarios(folder, shipped)
  const scripts: { current: readonly Scenario[]; readonly about: string; close(): void } = {
    current: [...own, ...shipped],
    about: `${own.length} of ${folder}, before the shipped ones; edits play on the next turn`,
    close() {},
  }
  const { stat } = await import('node:fs/promises')
  if (!(await stat(folder)).isDirectory())
    throw new UsageError(`\`${folder}\` is a file: --scenarios takes the folder it lies in.`)
  const { watchScripts } = await import('../authoring/watch.ts')
  scripts.close = watchScripts(folder, {
    after: systemClock.after,
    load: () => loadScenarioFolder(folder),
    onScripts(read) {
      scripts.current = read
      stderr.write(escapeLines([`${folder} was read again: the next turn plays it.`]))
    },
    onProblems: (problems) =>
      stderr.write(
        escapeLines([
          ...problems.split('\n'),
          `The scripts of ${folder} stay as they were before.`,
        ]),
      ),
  })
  return scripts
}

/** The scripts of a folder or a file alone; `shipped` are those that they may play after. */
export async function loadUserScenarios(
  path: string,
  shipped: readonly Scenario[],
): Promise<Scenario[]> {
  const { AuthoringError } = await import('../authoring/problem.ts')
  const { loadScenarios } = await import('../authoring/scenarios.ts')
  try {
    return await loadScenarios(path, { scripts: shipped.map(({ name }) => name) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(
        `There is no ${extname(path) === '' ? 'folder' : 'file'} \`${path}\` to read scenarios from.`,
      )
    if (error instanceof AuthoringError) throw new UsageError(...error.message.split('\n'))
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
