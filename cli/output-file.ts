import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../mocks/adapters/folder/files.ts'
import { UsageError } from './command-line.ts'

/**
 * Makes the folder of a file that is to be written later. Throws `UsageError` where that could not
 * be done: a run is too dear to be lost for a path.
 */
export async function ensureWritable(file: string): Promise<void> {
  try {
    makeFolder(dirname(file))
    const found = await stat(file).catch(() => undefined)
    if (found?.isDirectory()) throw new UsageError(`${file} can't be written: it is a folder.`)
    // What is there, such as /dev/stdout, may be open to those to whom its folder is not.
    await access(found ? file : dirname(file), constants.W_OK)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file} can't be written: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
