import { UsageError } from './command-line.ts'

// An `import` of node:fs would evaluate all its exports.
const { readFileSync } = process.getBuiltinModule('node:fs')

/** Reads the file of a flag. Throws `UsageError` with the flag, and with the advice. */
export function readInput(flag: string, file: string, advice = ''): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--${flag}: ${file} can't be read (${code}).${advice}`)
  }
}
