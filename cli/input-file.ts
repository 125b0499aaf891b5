import { UsageError } from './command-line.ts'

// An `import` of node:fs would evaluate all its exports.
const { accessSync, constants, readFileSync } = process.getBuiltinModule('node:fs')

/** Reads the file of a flag. Throws `UsageError` with the flag, and with the advice. */
export const readInput = (flag: string, file: string, advice = ''): string =>
  tryFile(flag, file, () => readFileSync(file, 'utf8'), advice)

/** Throws `UsageError` if the file of a flag can't be read. */
export const requireInput = (flag: string, file: string): void =>
  tryFile(flag, file, () => accessSync(file, constants.R_OK))

function tryFile<Result>(flag: string, file: string, use: () => Result, advice = ''): Result {
  try {
    return use()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--${flag}: ${file} can't be read (${code}).${advice}`)
  }
}
