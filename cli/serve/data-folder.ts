import { isDeepStrictEqual } from 'node:util'
import { withOptions } from '../../contract/control/snapshot-options.ts'
import { durationText, fromSpeedFactor, toSpeedFactor } from '../../contract/duration.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { formatCount } from '../../contract/format-count.ts'
import { withoutByteOrderMark } from '../../contract/json.ts'
import type { Profile } from '../../contract/picks.ts'
import type { Folder } from '../../mocks/adapters/folder/folder.ts'
import { ControlError } from '../../mocks/control/control-error.ts'
import type { Core } from '../../mocks/core.ts'
import { fixtureNames } from '../../contract/shipped-names.ts'
import { moveToPresent } from '../../mocks/world/dates.ts'
import type { World } from '../../mocks/world/world.ts'
import { WorldError } from '../../mocks/world/world-error.ts'
import { defaultWorld } from '../../mocks/world/world-config.ts'
import { type Io, UsageError, writeLines } from '../command-line.ts'
import type { ServeOptions } from './flags.ts'

/** Opens the folder of `--data`; throws `UsageError` if that fails. */
export async function openDataFolder(
  path: string,
  fsync: boolean,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<Folder> {
  const { FolderError, openFolder } = await import('../../mocks/adapters/folder/folder.ts')
  try {
    return withoutSqliteWarning(() =>
      openFolder(path, {
        fsync,
        onNotice: (sentence) => writeLines(stderr, sentence),
      }),
    )
  } catch (error) {
    if (error instanceof FolderError) throw new UsageError(error.message)
    throw error
  }
}

/** Hides the warning of Node 22 that SQLite is experimental, because users can't change that. */
function withoutSqliteWarning<Result>(act: () => Result): Result {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature'))
      Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    return act()
  } finally {
    process.emitWarning = emitWarning
  }
}

/**
 * Opens the stored default world, or creates one, from a snapshot if given. The speed, seed and
 * profile of the command line replace those of the snapshot. Prints what a stored world keeps.
 * Throws `UsageError`.
 */
export async function createDefaultWorld(
  fake: Core,
  folder: Folder | undefined,
  given: Pick<ServeOptions, 'snapshot' | 'fixture' | 'speed' | 'named'>,
  records: Fixture,
  { stderr }: Io,
): Promise<void> {
  const { snapshot } = given
  const isStored = folder !== undefined && [...folder.names()].includes(defaultWorld)
  const notice = (sentence: string) => writeLines(stderr, sentence)
  try {
    if (snapshot === undefined) {
      const world = fake.world()
      const kept = isStored ? await keptState(world, given, fake.profile, records) : []
      // A reset would restore the snapshot that the world began with.
      const call = world.options.snapshot
        ? `DELETE /__control/worlds/${defaultWorld}`
        : 'POST /__control/reset'
      if (kept.length > 0)
        notice(`The stored world keeps: ${kept.join('; ')}. \`${call}\` starts it anew.`)
    } else if (isStored && isLoadable(fake))
      notice(`${folder.path} already has a default world, so ${snapshot} is not read.`)
    else {
      const document = await readSnapshot(snapshot)
      const { createControlClient } = await import('../../mocks/control/control-client.ts')
      const control = createControlClient(fake.parts).control()
      if (isStored) control.delete()
      // Values of the command line replace those of the snapshot. The scripts of `--scenarios` do
      // not, because they belong to all worlds.
      const named = (['speed', 'seed', 'profile'] as const).filter((name) => given.named.has(name))
      await control.restore(
        named.length === 0 ? document : withOptions(document, await control.snapshot(), named),
      )
      if (isStored) notice(`The damaged default world was replaced by ${snapshot}.`)
    }
  } catch (error) {
    if (error instanceof WorldError && isStored)
      throw new UsageError(
        `${error.message} To replace the stored world, start with --snapshot FILE.`,
      )
    if (error instanceof WorldError) throw new UsageError(error.message)
    if (error instanceof ControlError) throw new UsageError(`${snapshot}: ${error.message}`)
    throw error
  }
}

/** Describes what a stored world has and a new world would not have. */
async function keptState(
  world: World,
  { fixture: name, speed }: Pick<ServeOptions, 'fixture' | 'speed'>,
  profile: Profile,
  records: Fixture,
): Promise<readonly string[]> {
  const { clock, config, options, ownScenarios } = world
  const now = world.systemClock.now()
  const { frozen, scale, ...moved } = clock.state
  const ahead = Math.round((moved.world - moved.wall) / 1000) * 1000
  // A world with its own fixture is not compared, because a reset returns to that fixture. Shipped
  // fixtures are compared by name, because they rarely change.
  const isOther =
    options.fixture === undefined &&
    (config.fixture.name !== records.name ||
      (!fixtureNames.some((one) => one === name) &&
        !isDeepStrictEqual(moveToPresent(config.fixture, now), moveToPresent(records, now))))
  // The comparison is loaded on demand, because few starts need it.
  const hasOtherProfile =
    world.profile !== profile &&
    (await import('../../contract/profile/differences.ts')).profileDifferences(
      profile,
      world.profile,
    ).length > 0
  return [
    ...(isOther ? [`data that differs from ${name}`] : []),
    ...(hasOtherProfile ? [`the profile \`${world.profile.name}\``] : []),
    ...(world.speed === toSpeedFactor(speed) ? [] : [`the speed ${fromSpeedFactor(world.speed)}`]),
    ...(ownScenarios.length > 0
      ? [`${formatCount(ownScenarios.length, 'script')} of its own`]
      : []),
    ...(frozen ? [`a clock that is frozen at ${clock.iso()}`] : []),
    ...(!frozen && ahead !== 0
      ? [`a clock that is ${durationText(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`]
      : []),
    ...(!frozen && scale !== 1 ? [`a clock that runs ${scale} times as fast`] : []),
    ...(world.hasFaults ? [formatCount(world.faults.size, 'fault')] : []),
  ]
}

/** Whether the stored default world can be loaded. */
function isLoadable(fake: Core): boolean {
  try {
    fake.world()
    return true
  } catch (error) {
    if (error instanceof WorldError) return false
    throw error
  }
}

async function readSnapshot(file: string): Promise<unknown> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(
      `There is no snapshot \`${file}\`: use a file with the response of GET /__control/snapshot.`,
    )
  })
  try {
    return JSON.parse(withoutByteOrderMark(text))
  } catch (error) {
    throw new UsageError(`${file} is not a snapshot, because it is not JSON: ${String(error)}`)
  }
}
