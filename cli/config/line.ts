import { UsageError } from '../command-line.ts'
import type { Flags } from '../flags.ts'

/** The words of a command after its name. */
export class Line {
  words: readonly string[]
  readonly #flags: Flags

  constructor(words: readonly string[], flags: Flags) {
    this.words = words
    this.#flags = flags
  }

  has(flag: string): boolean {
    return this.words.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`))
  }

  /** Whether a flag is missing, and could be added to the others. */
  lacks(flag: string): boolean {
    const { needs = [], excludes = {} } = this.#flags[flag] ?? {}
    const excluding = Object.entries(this.#flags).flatMap(([name, { excludes: others = {} }]) =>
      Object.hasOwn(others, flag) ? [name] : [],
    )
    const isExcluded = [flag, ...Object.keys(excludes), ...excluding].some((name) => this.has(name))
    return !isExcluded && (needs.length === 0 || needs.some((name) => this.has(name)))
  }

  /** Whether there is a word that is neither a flag nor the value of one. */
  hasWord(): boolean {
    return this.words.some((word, index, words) => {
      const [, before] = /^--([^=]+)$/.exec(words[index - 1] ?? '') ?? []
      const isValue = before !== undefined && this.#flags[before]?.value !== undefined
      return !word.startsWith('-') && !isValue
    })
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
