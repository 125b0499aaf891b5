import { access, constants, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../mocks/adapters/folder/make-folder.ts'
import { type OutputIo, UsageError } from './command-line.ts'

/** Creates the folder of an output file before the run. Throws `UsageError` if that fails. */
export async function ensureWritable(file: string): Promise<void> {
  try {
    makeFolder(dirname(file))
    const fileStats = await stat(file).catch(() => undefined)
    if (fileStats?.isDirectory())
      throw new UsageError(`${file} can't be written: it is a folder. Name a file.`)
    // An existing file such as /dev/stdout may be writable although its folder is not.
    await access(fileStats ? file : dirname(file), constants.W_OK)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file} can't be written: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/** The files in the folder of `--out`; none if it is missing. Throws `UsageError`. */
export const filesInOutput = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new UsageError(`--out ${folder} can't be read (${error.code}). Name a folder.`)
  })

/** Writes the output of a command to the file of `--out`, or prints it. Throws `UsageError`. */
export async function writeOutput(
  file: string | undefined,
  text: string,
  { stdout }: Pick<OutputIo, 'stdout'>,
): Promise<0> {
  if (file === undefined) stdout.write(text)
  else {
    await ensureWritable(file)
    await writeFile(file, text)
  }
  return 0
}
