import { nearest } from '../contract/nearest.ts'
import type { ScriptLine } from '../contract/scripts/lines.ts'
import type { CompiledScript } from './dialogues.ts'
import type { Problem, RuleId } from './problem.ts'
import type { Path } from './yaml.ts'

/** The places that any turn can fill. */
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

const ofTurn = /^turn\.[1-9]\d*\.(query|answer)$/
const madeUp = /^faker\.([^#]+)(?:#\d+)?$/

/** The name of the made-up value that a place asks for: `faker.person.fullName` of `…#2`, too. */
export const fakerMethodIn = (place: string): string | undefined => {
  const [, name] = madeUp.exec(place) ?? []
  return name === undefined ? undefined : `faker.${name}`
}

/** Something fills every place of a script; `groups` are the named groups that it can rely on. */
export function checkPlaceholders(
  { script, where }: CompiledScript,
  groups: readonly string[],
  whyNotMadeUp: (name: string) => string | undefined,
): readonly Problem[] {
  const problems: Problem[] = []
  const review = (value: unknown, path: Path, fillable: readonly string[]) => {
    for (const [text, inner] of textsWithPlaceholders(value)) {
      const complain = (rule: RuleId, says: string) =>
        problems.push({ place: where([...path, ...inner]), rule, says })
      for (const place of new Set(placeholdersIn(text))) {
        // With spaces inside, braces that nothing fills are text: samples of code have them.
        if (!text.includes(`{{${place}}}`)) continue
        const made = fakerMethodIn(place)
        const reason = made === undefined ? undefined : whyNotMadeUp(made)
        if (reason !== undefined) complain('made-up-value', `{{${place}}}: ${reason}`)
        else if (made === undefined && !fillable.includes(place) && !ofTurn.test(place))
          complain('place', `nothing fills {{${place}}}; ${right(place, fillable)}`)
      }
    }
  }
  const known = [...commonPlaceholders, ...groups]
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
  return problems
}

function right(place: string, fillable: readonly string[]): string {
  if (place === 'reason') return 'it stands in the branches of an approval alone'
  if (place === 'inject') return 'it stands in "on_inject" alone'
  const best = nearest(place, fillable)
  return best === undefined
    ? `there are ${fillable.map((name) => `{{${name}}}`).join(', ')}; a group (?<${place.replaceAll(/\W/g, '_')}>…) of the query would`
    : `did you mean {{${best}}}?`
}

const place = /\{\{\s*([^{}\s]+)\s*\}\}/g

/** What stands between the braces of each place in a text. */
export const placeholdersIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(place), ([, name = '']) => name)

/** Every text in plain data that has a place, and where it is. */
export function* textsWithPlaceholders(value: unknown, path: Path = []): Generator<[string, Path]> {
  if (typeof value === 'string') {
    if (value.includes('{{')) yield [value, path]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      yield* textsWithPlaceholders(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

/** Plain data with values in the places that have their names; other places stay. */
export function fillPlaceholders(
  value: unknown,
  values: Readonly<Record<string, unknown>>,
): unknown {
  if (typeof value === 'string')
    return value.replaceAll(place, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fillPlaceholders(inner, values)]),
  )
}
