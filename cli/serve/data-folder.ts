import { escapeLines } from '../../contract/escape.ts'
import { byteOrderMark } from '../../contract/json.ts'
import type { Folder } from '../../mocks/adapters/folder/folder.ts'
import { ControlError } from '../../mocks/control/control-error.ts'
import type { Core } from '../../mocks/core.ts'
import { WorldError } from '../../mocks/world/world-error.ts'
import { defaultWorld } from '../../mocks/world/worlds.ts'
import { type Io, UsageError } from '../command-line.ts'

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
        onNotice: (sentence) => stderr.write(escapeLines([sentence])),
      }),
    )
  } catch (error) {
    if (error instanceof FolderError) throw new UsageError(error.message)
    throw error
  }
}

/** Node 22 warns that SQLite is experimental. Users of `--data` can't change that. */
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

/** Creates the default world, from a snapshot unless the folder has one. Throws `UsageError`. */
export async function createDefaultWorld(
  fake: Core,
  folder: Folder | undefined,
  snapshot: string | undefined,
  { stderr }: Io,
): Promise<void> {
  const isStored = folder !== undefined && [...folder.names()].includes(defaultWorld)
  const notice = (sentence: string) => stderr.write(escapeLines([sentence]))
  try {
    if (snapshot === undefined) fake.world()
    else if (isStored && isLoadable(fake))
      notice(`${folder.path} already has a default world, so ${snapshot} is not read.`)
    else {
      const document = await readSnapshot(snapshot)
      const { createControlClient } = await import('../../mocks/control/control-client.ts')
      const control = createControlClient(fake.parts).control()
      if (isStored) control.delete()
      await control.restore(document)
      if (isStored) notice(`The damaged default world was replaced by ${snapshot}.`)
    }
  } catch (error) {
    if (error instanceof WorldError && isStored)
      throw new UsageError(`${error.message} Or start with --snapshot FILE, which replaces it.`)
    if (error instanceof WorldError) throw new UsageError(error.message)
    if (error instanceof ControlError) throw new UsageError(`${snapshot}: ${error.message}`)
    throw error
  }
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
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch (error) {
    throw new UsageError(`${file} is not a snapshot, because it is not JSON: ${String(error)}`)
  }
}
