import { systemWall, type Wall } from '../../state/clock.ts'
import { Folder } from './folder.ts'
import { FolderError, reasonOf } from './folder-error.ts'
import { takeLock } from './lock.ts'
import { makeFolder } from './make-folder.ts'
import { Marker, refuseForeign } from './marker.ts'

/** How a folder is kept. */
export type FolderOptions = {
  /** Lets every acknowledged change outlast a loss of power, too; each waits for the disk. */
  readonly fsync?: boolean
  /** Told what somebody should know, as a sentence, such as that a line was cut by a crash. */
  readonly notice?: (sentence: string) => void
  /** Machine time; the system's unless given. */
  readonly wall?: Wall
}

/**
 * Opens a folder that keeps worlds, or makes it: the `keeper` of a fake, for one process at a time.
 * Throws `FolderError` where another process has it, or it can't be used.
 */
export function openFolder(path: string, options: FolderOptions = {}): Folder {
  const { fsync: sync = false, notice = () => {}, wall = systemWall } = options
  let release: (() => void) | undefined
  try {
    refuseForeign(path)
    makeFolder(path, 0o700)
    release = takeLock(path)
    return new Folder({ path, sync, notice, wall, release, marker: new Marker(path) })
  } catch (error) {
    release?.()
    if (error instanceof FolderError) throw error
    throw new FolderError(`Failed to keep worlds in ${path}: ${reasonOf(error)}.`)
  }
}
