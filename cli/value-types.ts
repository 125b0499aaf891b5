import { fromSpeedFactor, toMilliseconds } from '../contract/duration.ts'
import { ownLimits } from '../contract/limits.ts'
import { parseHttpUrl, isToken, parseOrigin } from '../mocks/control/access.ts'

/** The type of a flag's value: it parses the text that the user gave. */
export type ValueType<Value> = {
  /** The allowed values in words, such as `a whole number from 1 to 64`, for error messages. */
  readonly takes: string
  /** Returns `undefined` for a text that is wrong. */
  read(text: string): Value | undefined
  /** The values that a shell completes: all values, or only the words among them, such as `max`. */
  readonly words?: readonly string[]
  /** The text is a secret, so error messages do not repeat it. */
  readonly isSecret?: true
  /** The advice after an error message, as a sentence. */
  readonly hint?: string
  /** A note that the help shows after the text of the flag. */
  readonly note?: string
}

/** Creates the type of whole numbers from `min` to `max`. */
export const wholeNumber = (min: number, max: number): ValueType<number> => ({
  takes: `a whole number from ${min} to ${max}`,
  read: (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined
  },
})

/** A port to listen on; 0 takes a free one. */
export const port = wholeNumber(0, 65_535)

const readAmount = (text: string) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined)

export const amount: ValueType<number> = {
  takes: 'an amount such as 2.50',
  read: readAmount,
}

/** Two prices of a model: for the prompt that it reads, and for the completion that it writes. */
export const price: ValueType<{ readonly prompt: number; readonly completion: number }> = {
  takes: 'two amounts with a slash between them, such as 0.15/0.60',
  read(text) {
    const [prompt, completion, more] = text.split('/').map(readAmount)
    if (prompt === undefined || completion === undefined || more !== undefined) return undefined
    return { prompt, completion }
  },
}

/** A percentage as a whole number from 0 to 100. */
export const percentage = wholeNumber(0, 100)

/** Creates the type of a value that must be one of these words. */
export const choiceOf = <const Word extends string>(
  words: readonly Word[],
  hint?: string,
): ValueType<Word> => ({
  takes: [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or '),
  read: (text) => words.find((word) => word === text),
  words,
  ...(hint !== undefined && { hint }),
})

const { speed: speedRange } = ownLimits

/** The factor that divides the pauses of streams. `Infinity`, for `max`, removes the pauses. */
export const speed: ValueType<number> = {
  takes: `a number from ${speedRange.min} to ${speedRange.max}, or \`max\``,
  read: (text) => {
    if (text === 'max') return Number.POSITIVE_INFINITY
    const value = readAmount(text)
    const isInRange = value !== undefined && value >= speedRange.min && value <= speedRange.max
    return isInRange ? value : undefined
  },
  words: ['max'],
}

/** Formats a speed factor as a value of `--speed`. */
export const speedText = (factor: number) => String(fromSpeedFactor(factor))

type Bounds = {
  readonly min: string
  readonly max: string
  readonly example: string
  /** The unit of a value that is only a number. If absent, such a value is refused. */
  readonly unit?: 'ms' | 's'
}

/** Creates the type of durations such as `90s`. The value is in milliseconds. */
export function duration({ min, max, example, unit }: Bounds): ValueType<number> {
  const bounds = [toMilliseconds(min) ?? 0, toMilliseconds(max) ?? 0] as const
  return {
    takes: `a time from ${min} to ${max}, such as ${example}`,
    read: (text) => {
      const ms = toMilliseconds(unit !== undefined && /^\d+$/.test(text) ? text + unit : text)
      return ms !== undefined && ms >= bounds[0] && ms <= bounds[1] ? ms : undefined
    },
    ...(unit !== undefined && { note: `without a unit: ${unit}` }),
  }
}

/** Creates the type of an http or https address. The value is the unchanged text. */
export const address = (example: string): ValueType<string> => ({
  takes: `an http or https address without a user, such as ${example}`,
  read: (text) => {
    const url = parseHttpUrl(text)
    return url !== undefined && url.username + url.password === '' ? text : undefined
  },
})

/**
 * Creates the type of an http or https address to which paths are added. The value has no query,
 * and no slash at its end.
 */
export const baseAddress = (example: string): ValueType<string> => ({
  takes: `an http or https address without a user or a query, such as ${example}`,
  read: (text) => {
    const url = address(example).read(text) === undefined ? undefined : parseHttpUrl(text)
    return url && url.search + url.hash === '' ? url.href.replace(/\/$/, '') : undefined
  },
})

export const origin: ValueType<string> = {
  takes: 'an origin such as http://localhost:3000, without a path',
  read: parseOrigin,
}

/** A token of the control API. An empty token is refused: it may come from an unset variable. */
export const token: ValueType<string> = {
  takes: 'visible ASCII characters, at least one',
  read: (text) => (isToken(text) ? text : undefined),
  isSecret: true,
}

/** Creates the type of a text that matches a regular expression. */
export const textLike = (form: RegExp, takes: string): ValueType<string> => ({
  takes,
  read: (text) => (form.test(text) ? text : undefined),
})

/** A report to write to a file. */
export type FileReport<Format extends string> = { readonly format: Format; readonly file: string }

/** Annotations for GitHub Actions, on standard output. */
export type GithubReport = { readonly format: 'github' }

/**
 * Creates the type of a report such as `json=FILE`. A file without a format gets the format `bare`.
 */
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

/** The flag for reports that are written to files in these formats. */
export const reportFlag = <const Format extends string>(formats: readonly Format[]) =>
  ({
    value: 'FORMAT=FILE',
    type: reportFile(formats),
    isRepeatable: true,
    help: `writes a report: ${formats.join(', ')}`,
  }) as const

/** Extends a type of reports, so that it also accepts `github`. */
export const withGithub = <Report>(type: ValueType<Report>): ValueType<Report | GithubReport> => ({
  takes: `${type.takes} or github`,
  read: (text) => (text === 'github' ? { format: 'github' } : type.read(text)),
  words: [...(type.words ?? []), 'github'],
})
