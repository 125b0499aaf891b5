import { fromSpeedFactor, toMilliseconds } from '../contract/duration.ts'
import { ownLimits } from '../contract/limits.ts'
import { httpUrl, isToken, parseOrigin } from '../mocks/control/access.ts'

/** How the text of a flag becomes its value. */
export type ValueType<Value> = {
  /** The allowed values in words, such as `a whole number from 1 to 64`, for error messages. */
  readonly takes: string
  /** Returns `undefined` for a text that is wrong. */
  read(text: string): Value | undefined
  /** All values, or those that are words. A shell completes them. */
  readonly words?: readonly string[]
  /** Error messages do not repeat the text. */
  readonly isSecret?: true
  /** What to do instead, as a sentence. */
  readonly hint?: string
  /** A note for the help. */
  readonly note?: string
}

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most: number): ValueType<number> => ({
  takes: `a whole number from ${least} to ${most}`,
  read: (text) => {
    const value = Number(text)
    const isWhole = text.trim() !== '' && Number.isInteger(value)
    return isWhole && value >= least && value <= most ? value : undefined
  },
})

/** A port to listen on; 0 takes a free one. */
export const port = wholeNumber(0, 65_535)

const readAmount = (text: string) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined)

export const amount: ValueType<number> = {
  takes: 'an amount such as 2.50',
  read: readAmount,
}

/** The prices of the text that a model reads, and of the text that it writes. */
export const price: ValueType<{ readonly prompt: number; readonly completion: number }> = {
  takes: 'two amounts with a slash between them, such as 0.15/0.60',
  read(text) {
    const [prompt, completion, more] = text.split('/').map(readAmount)
    if (prompt === undefined || completion === undefined || more !== undefined) return undefined
    return { prompt, completion }
  },
}

/** A share from 0 to 100. */
export const percentage = wholeNumber(0, 100)

/** A value that must be one of these words. */
export const choiceOf = <const Word extends string>(
  words: readonly Word[],
  hint?: string,
): ValueType<Word> => ({
  takes: [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or '),
  read: (text) => words.find((word) => word === text),
  words,
  ...(hint !== undefined && { hint }),
})

const { min, max } = ownLimits.speed

/** The factor that divides the pauses of streams. `Infinity`, for `max`, removes the pauses. */
export const speed: ValueType<number> = {
  takes: `a number from ${min} to ${max}, or \`max\``,
  read: (text) => {
    if (text === 'max') return Number.POSITIVE_INFINITY
    const value = Number(text)
    return text.trim() !== '' && value >= min && value <= max ? value : undefined
  },
  words: ['max'],
}

/** The text of a speed. */
export const speedText = (factor: number) => String(fromSpeedFactor(factor))

type Bounds = {
  readonly least: string
  readonly most: string
  readonly example: string
  /** The unit of a number without a unit. If this is absent, such a number is refused. */
  readonly unit?: 'ms' | 's'
}

/** A time such as `90s`, in milliseconds. */
export function duration({ least, most, example, unit }: Bounds): ValueType<number> {
  const bounds = [toMilliseconds(least) ?? 0, toMilliseconds(most) ?? 0] as const
  return {
    takes: `a time from ${least} to ${most}, such as ${example}`,
    read: (text) => {
      const ms = toMilliseconds(unit !== undefined && /^\d+$/.test(text) ? text + unit : text)
      return ms !== undefined && ms >= bounds[0] && ms <= bounds[1] ? ms : undefined
    },
    ...(unit !== undefined && { note: `without a unit: ${unit}` }),
  }
}

/** An http or https address, as it was given. */
export const address = (example: string): ValueType<string> => ({
  takes: `an http or https address without a user, such as ${example}`,
  read: (text) => {
    const url = httpUrl(text)
    return url !== undefined && url.username + url.password === '' ? text : undefined
  },
})

/** An http or https address that paths are added to: without a query, and without its last slash. */
export const baseAddress = (example: string): ValueType<string> => {
  const { takes, read } = address(example)
  return {
    takes,
    read: (text) => {
      const url = read(text) === undefined ? undefined : httpUrl(text)
      return url && url.search + url.hash === '' ? url.href.replace(/\/$/, '') : undefined
    },
  }
}

export const origin: ValueType<string> = {
  takes: 'an origin such as http://localhost:3000, without a path',
  read: parseOrigin,
}

/** A token of the control API. An empty one is refused, as an unset shell variable gives it. */
export const token: ValueType<string> = {
  takes: 'visible ASCII characters, at least one',
  read: (text) => (isToken(text) ? text : undefined),
  isSecret: true,
}

/** A text of a certain form. */
export const textLike = (form: RegExp, takes: string): ValueType<string> => ({
  takes,
  read: (text) => (form.test(text) ? text : undefined),
})

/** A report to write to a file. */
export type FileReport<Format extends string> = { readonly format: Format; readonly file: string }

/** Annotations for GitHub Actions, on standard output. */
export type GithubReport = { readonly format: 'github' }

/** `FORMAT=FILE`. A file without a format is in the format `bare`. */
export const reportFile = <const Format extends string>(
  formats: readonly Format[],
  bare?: Format,
): ValueType<FileReport<Format>> => ({
  takes: formats.map((format) => `${format}=FILE`).join(', '),
  read: (text) => {
    const [, name, file = ''] = /^(\w+)=(.*)$/s.exec(text) ?? []
    const format = name === undefined ? bare : formats.find((one) => one === name)
    const path = name === undefined ? text : file
    return format === undefined || path === '' ? undefined : { format, file: path }
  },
  words: formats.map((format) => `${format}=`),
})

/** A report, or `github`. */
export const orGithub = <Report>(type: ValueType<Report>): ValueType<Report | GithubReport> => ({
  takes: `${type.takes} or github`,
  read: (text) => (text === 'github' ? { format: 'github' } : type.read(text)),
  words: [...(type.words ?? []), 'github'],
})
