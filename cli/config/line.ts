import { UsageError } from '../command-line.ts'

/** The words of a command after its name. */
export class Line {
  words: readonly string[]

  constructor(words: readonly string[]) {
    this.words = words
  }

  has(flag: string): boolean {
    return this.words.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`))
  }

  /** Removes a flag with a value, and returns the last value. Throws `UsageError` without one. */
  take(flag: string): string | undefined {
    const at = this.words.findIndex((word) => word === `--${flag}` || word.startsWith(`--${flag}=`))
    const word = this.words[at]
    if (word === undefined) return undefined
    const isJoined = word.includes('=')
    const value = isJoined ? word.slice(flag.length + 3) : this.words[at + 1]
    if (!value || (!isJoined && value.startsWith('-')))
      throw new UsageError(`--${flag} needs a value.`)
    this.words = this.words.toSpliced(at, isJoined ? 1 : 2)
    return this.take(flag) ?? value
  }

  takeSwitch(flag: string): boolean {
    const isGiven = this.words.includes(`--${flag}`)
    this.words = this.words.filter((word) => word !== `--${flag}`)
    return isGiven
  }
}
