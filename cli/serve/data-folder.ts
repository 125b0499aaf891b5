import { escapeLines } from '../../contract/escape.ts'
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
  { stderr }: Io,
): Promise<Folder> {
  const { FolderError } = await import('../../mocks/adapters/folder/files.ts')
  const { openFolder } = await import('../../mocks/adapters/folder/folder.ts')
  try {
    return openFolder(path, {
      fsync,
      onNotice: (sentence) => stderr.write(escapeLines([sentence])),
    })
  } catch (error) {
    if (error instanceof FolderError) throw new UsageError(error.message)
    throw error
  }
}

/** Creates the default world, from a snapshot unless the folder has one. Throws `UsageError`. */
export async function createDefaultWorld(
  fake: Core,
  folder: Folder | undefined,
  snapshot: string | undefined,
  { stderr }: Io,
): Promise<void> {
  const kept = folder !== undefined && [...folder.names()].includes(defaultWorld)
  try {
    if (snapshot === undefined || kept) fake.world()
    else {
      const control = await fake.control()
      await control.restore(await readSnapshot(snapshot))
    }
  } catch (error) {
    if (error instanceof WorldError) throw new UsageError(error.message)
    if (error instanceof ControlError) throw new UsageError(`${snapshot}: ${error.message}`)
    throw error
  }
  if (snapshot !== undefined && kept)
    stderr.write(
      escapeLines([`${folder.path} already has a default world, so ${snapshot} is not read.`]),
    )
}

async function readSnapshot(file: string): Promise<unknown> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(
      `There is no snapshot \`${file}\`: use a file with the response of GET /__control/snapshot.`,
    )
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${String(error)}`)
  }
}
