import { isObject, mapFields } from '../json.ts'
import { didYouMean } from '../nearest.ts'
import type { ScriptLine } from './lines.ts'
import { groupsOf } from './queries.ts'
import type { Scenario } from './scenario.ts'

type Path = readonly (string | number)[]

/** The placeholders that have a value in every turn. */
const commonPlaceholders = [
  'query',
  'user',
  'user.first_name',
  'user.email',
  'agent',
  'agent.description',
  'previous.query',
  'previous.answer',
  'today',
  'now',
] as const

const turnPlaceholder = /^turn\.[1-9]\d*\.(query|answer)$/
const fakerPlaceholder = /^faker\.([^#]+)(?:#\d+)?$/

/** Returns the faker method of a placeholder: `faker.word.noun` for `faker.word.noun#2`. */
export const fakerMethodIn = (place: string): string | undefined => {
  const [, name] = fakerPlaceholder.exec(place) ?? []
  return name === undefined ? undefined : `faker.${name}`
}

/** A placeholder without a value, at a path in its script. */
type PlaceholderProblem = {
  readonly path: Path
  readonly rule: 'place' | 'made-up-value'
  readonly says: string
}

/** Returns the named regex groups in the queries of a script, and of earlier scripts (`after`). */
const groupsUntil = (
  script: Scenario | undefined,
  byName: ReadonlyMap<string, Scenario>,
  trail: readonly Scenario[] = [],
): readonly string[] =>
  script === undefined || trail.includes(script)
    ? []
    : [
        ...groupsOf(script),
        ...groupsUntil(byName.get(script.match.after ?? ''), byName, [...trail, script]),
      ]

/** Checks that every placeholder has a value. `byName` has the scripts that `after` can name. */
export function placeholderProblems(
  script: Scenario,
  byName: ReadonlyMap<string, Scenario>,
  whyNotMadeUp: (name: string) => string | undefined,
): readonly PlaceholderProblem[] {
  if (script.literal === true) return []
  const problems: PlaceholderProblem[] = []
  const review = (value: unknown, path: Path, fillable: readonly string[]) => {
    for (const [text, inner] of textsWithPlaceholders(value)) {
      const complain = (rule: PlaceholderProblem['rule'], says: string) =>
        problems.push({ path: [...path, ...inner], rule, says })
      for (const place of new Set(placeholdersIn(text))) {
        const made = fakerMethodIn(place)
        const reason = made === undefined ? undefined : whyNotMadeUp(made)
        if (reason !== undefined) complain('made-up-value', `{{${place}}}: ${reason}`)
        else if (made === undefined && !fillable.includes(place) && !turnPlaceholder.test(place))
          complain(
            'place',
            `there is no placeholder {{${place}}}; ${placeholderAdvice(place, fillable)}`,
          )
      }
    }
  }
  const known = [...commonPlaceholders, ...groupsUntil(script, byName)]
  const reviewLines = (lines: readonly ScriptLine[], path: Path, fillable: readonly string[]) => {
    for (const [index, line] of lines.entries()) {
      const here = [...path, index]
      if (!('approval' in line)) review(line, here, fillable)
      else
        for (const [key, part] of Object.entries(line.approval))
          if (Array.isArray(part))
            reviewLines(part, [...here, 'approval', key], [...fillable, 'reason'])
          else review(part, [...here, 'approval', key], fillable)
    }
  }
  reviewLines(script.script, ['script'], known)
  reviewLines(script.on_inject ?? [], ['on_inject'], [...known, 'inject'])
  review(script.suggestions, ['suggestions'], known)
  review(script.title, ['title'], known)
  review(script.routing, ['routing'], known)
  return problems
}

function placeholderAdvice(place: string, fillable: readonly string[]): string {
  if (place === 'reason') return 'it is only available in the branches of an approval'
  if (place === 'inject') return 'it is only available in "on_inject"'
  return (
    didYouMean(place, fillable, withBraces) ??
    `available: ${fillable.map(withBraces).join(', ')}, or define it with a group (?<${place.replaceAll(/\W/g, '_')}>…) in the query`
  )
}

const withBraces = (name: string) => `{{${name}}}`

/** `{{ name }}` with spaces is no placeholder, because code samples contain such text. */
const placeholderPattern = /\{\{([^{}\s]+)\}\}/g

export const placeholdersIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(placeholderPattern), ([, name = '']) => name)

/** Yields every text with a placeholder in plain data, with its path. */
export function* textsWithPlaceholders(value: unknown, path: Path = []): Generator<[string, Path]> {
  if (typeof value === 'string') {
    if (value.includes('{{')) yield [value, path]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      yield* textsWithPlaceholders(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

/** Replaces placeholders in plain data by values. Placeholders without a value stay. */
export function fillPlaceholders(
  value: unknown,
  values: Readonly<Record<string, unknown>>,
): unknown {
  if (typeof value === 'string')
    return value.replaceAll(placeholderPattern, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, values))
  return isObject(value) ? mapFields(value, (inner) => fillPlaceholders(inner, values)) : value
}
