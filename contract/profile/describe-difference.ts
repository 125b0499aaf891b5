import { type ChoiceId, choices } from '../choices.ts'
import { isObject, isSameJson } from '../json.ts'
import { operationName } from '../operations/operation-index.ts'
import type { Pick } from '../picks.ts'
import { shorten } from '../shorten.ts'
import { comparedParts, type Difference, type PickChange } from './differences.ts'
import { operationsOf } from './family-paths.ts'
import type { Family } from './own-operations.ts'

/** The effect of a difference on an existing client. */
export type DifferenceKind = 'gone' | 'changed' | 'new'

/** Classifies a difference. Picks and answers are always `changed`: no operation is gone or new. */
export function differenceKind(difference: Difference): DifferenceKind {
  if (difference.section !== 'operations') return 'changed'
  if (difference.after === undefined) return 'gone'
  return difference.before === undefined ? 'new' : 'changed'
}

/** Returns the subject of a difference: a choice, an operation, or the path of a family. */
export const differenceSubject = (difference: Difference): string =>
  difference.section === 'answers' ? operationName(difference.name) : difference.name

/** Describes a difference in lines of text, one line for each change. */
export function describeDifference(difference: Difference): readonly string[] {
  if (difference.section === 'picks') return changeLines(difference.name, difference.changes)
  const { before, after } = difference
  if (difference.section === 'answers' || (before !== undefined && after !== undefined))
    return entryLines(...comparedParts(before, after))
  return Object.entries({ gone: before, new: after }).flatMap(([word, family]) =>
    family === undefined ? [] : operationLines(difference.name, family as Family, word),
  )
}

const operationLines = (name: string, family: Family, word: string): readonly string[] =>
  operationsOf(name, family).map(({ method, path }) => `\`${method} ${path}\` is ${word}`)

/** Describes changed picks: one line for all operations whose pick changes in the same way. */
function changeLines(name: ChoiceId, changes: readonly PickChange[]): readonly string[] {
  const textOf = ({ before, after }: PickChange) =>
    `${pickText(name, before)} → ${pickText(name, after)}`
  return Array.from(Map.groupBy(changes, textOf), ([text, same]) => {
    const places = same.flatMap(({ place }) => (place === undefined ? [] : [place]))
    const isEverywhere = places.length < same.length
    return isEverywhere
      ? text
      : `${text} at ${places.map((place) => `\`${operationName(place)}\``).join(', ')}`
  })
}

/** Describes a picked option in words, with its value. */
function pickText(name: ChoiceId, { option, value }: Pick): string {
  const { says = option } = choices[name].options[option] ?? {}
  return value === undefined ? says : `${says} (${shorten(JSON.stringify(value), maxValueLength)})`
}

/** The longest value to print, in characters: longer values are expressions. */
const maxValueLength = 60

/** Describes the values in which two entries differ, with one line for each differing value. */
function entryLines(before: object, after: object): readonly string[] {
  const [old, next] = [new Map(leafValues(before, '')), new Map(leafValues(after, ''))]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((place) => {
    const [was, is] = [old.get(place), next.get(place)]
    if (isSameJson(was, is)) return []
    if (is === undefined) return [`\`${place}\` is gone`]
    if (was === undefined)
      return [`\`${place}\` is new${is.length > maxValueLength ? '' : `: ${is}`}`]
    const isLong = was.length > maxValueLength || is.length > maxValueLength
    return [`\`${place}\`: ${isLong ? 'another expression' : `${was} → ${is}`}`]
  })
}

type Leaf = readonly [place: string, text: string]

/** Lists the values in an entry with their places: `record.name`, also for a field `name?`. */
function leafValues(value: unknown, place: string, note = ''): readonly Leaf[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, at) => leafValues(item, `${place}[${value.length > 1 ? at : ''}]`))
  if (!isObject(value) || (Object.keys(value).length === 0 && place !== ''))
    return [[place, `${note}${typeof value === 'string' ? value : JSON.stringify(value)}`]]
  return Object.entries(value).flatMap(([key, one]) => {
    const isOptional = key.endsWith('?')
    const name = isOptional ? key.slice(0, -1) : key
    return leafValues(one, place === '' ? name : `${place}.${name}`, isOptional ? 'optional ' : '')
  })
}
