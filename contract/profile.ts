import type * as z from 'zod/mini'
import { type ChoiceId, choiceIds, choices } from './choices.ts'
import { isObject } from './json.ts'
import { type OperationId, operations } from './operations.ts'
import { type Pick, picksAt, type Profile } from './picks.ts'
import { operationName } from './operations/operation-index.ts'
import { readAnswers } from './profile/read-entries.ts'
import { readFamilies } from './profile/read-families.ts'
import {
  asObject,
  operationNamed,
  ProfileError,
  quote,
  unknownWord,
} from './profile/profile-error.ts'

export { ProfileError } from './profile/profile-error.ts'

/** Converts a profile to the plain data that `readProfile` reads. */
export function toProfileDocument({
  name,
  picks,
  at,
  answers,
  operations: families,
}: Profile): unknown {
  const document: Record<string, unknown> = {}
  for (const id of choiceIds) {
    const own = Object.entries(at).flatMap(([place, there]) => {
      const { method, path } = operations[place as OperationId]
      const pick = there[id]
      return pick === undefined ? [] : [[`${method} ${path}`, toPickDocument(pick)] as const]
    })
    const pick = picks[id] && toPickDocument(picks[id])
    if (own.length > 0)
      document[id] = { ...(pick && { default: pick }), at: Object.fromEntries(own) }
    else if (pick !== undefined) document[id] = pick
  }
  const own = Object.entries(answers ?? {}).map(([id, one]) => [
    operationName(id as OperationId),
    one,
  ])
  return {
    name,
    picks: document,
    ...(own.length > 0 && { answers: Object.fromEntries(own) }),
    ...(families && { operations: families }),
  }
}

const toPickDocument = ({ option, value }: Pick) =>
  value === undefined ? option : { [option]: value }

/**
 * Reads a profile from plain data: `{ name?, about?, picks?: { <choice>: <option> }, answers?: { <operation>: … } }`. A pick is an
 * option, `{ <option>: <value> }`, or `{ default?, at: { 'GET /api/agents': <pick> } }`. Throws
 * `ProfileError` for an unknown choice, option or operation, and for picks that contradict each other.
 *
 * @example
 * readProfile({ picks: { 'lists.default-size': { items: 50 } } })
 */
export function readProfile(document: unknown, fallbackName = 'unnamed'): Profile {
  const root = asObject(document, [], 'A profile must be an object with `picks`')
  for (const key of Object.keys(root))
    if (key !== '$schema' && !profileKeys.includes(key))
      throw new ProfileError([key], unknownWord('key', key, profileKeys), 'key')
  const picks: Record<string, Pick> = {}
  const at: Record<string, Record<string, Pick>> = {}
  for (const [id, given] of Object.entries(asObject(root['picks'] ?? {}, ['picks'], 'An object'))) {
    if (!isChoice(id))
      throw new ProfileError(['picks', id], unknownWord('choice', id, choiceIds), 'key')
    const parts =
      isObject(given) && ('at' in given || 'default' in given) ? given : { default: given }
    for (const key of Object.keys(parts))
      if (key !== 'default' && key !== 'at')
        throw new ProfileError(
          ['picks', id, key],
          unknownWord('key', key, ['default', 'at']),
          'key',
        )
    if (parts['default'] !== undefined) picks[id] = readPick(id, parts['default'], ['picks', id])
    const places = asObject(
      parts['at'] ?? {},
      ['picks', id, 'at'],
      'It must be an object of operations and their picks',
    )
    for (const [operation, pick] of Object.entries(places)) {
      const path = ['picks', id, 'at', operation]
      const endpoint = operationNamed(operation, path)
      at[endpoint] = { ...at[endpoint], [id]: readPick(id, pick, path) }
    }
  }
  const { answers, operations: families } = root
  const own = {
    ...(answers !== undefined && { answers: readAnswers(answers) }),
    ...(families !== undefined && { operations: readFamilies(families) }),
  }
  const name = String(root['name'] ?? fallbackName)
  const profile = { name, picks, at, ...own } as Profile
  refuseContradictions(profile)
  return profile
}

const profileKeys: readonly string[] = ['name', 'about', 'picks', 'answers', 'operations']

function readPick(id: ChoiceId, given: unknown, path: readonly string[]): Pick {
  const { options } = choices[id]
  const [[option, value] = [''], ...others] = isObject(given)
    ? Object.entries(given)
    : [[String(given)] as [string, unknown?]]
  if (others.length > 0)
    throw new ProfileError(path, `\`${id}\` is picked with one option, not ${others.length + 1}`)
  const found = Object.hasOwn(options, option) ? options[option] : undefined
  if (found === undefined)
    throw new ProfileError(path, unknownWord(`option of \`${id}\``, option, Object.keys(options)))
  if (found.value === undefined) {
    if (value !== undefined)
      throw new ProfileError(path, `Option \`${option}\` of \`${id}\` takes no value`)
    return { option }
  }
  const read = found.value.safeParse(value)
  if (read.success) return { option, value: read.data }
  const [issue] = read.error.issues
  if (issue?.code === 'invalid_key')
    throw new ProfileError([...path, option, ...issue.path.map(String)], wrongKey(issue), 'key')
  throw new ProfileError(
    path,
    `Option \`${option}\` of \`${id}\` takes ${found.says}, as in \`{ ${option}: … }\`; the value is ${JSON.stringify(value) ?? 'none'}`,
  )
}

const wrongKey = ({ issues: [inner] }: z.core.$ZodIssueInvalidKey): string =>
  inner?.code === 'custom' ? inner.message : 'It must be a name of a header, such as `x-request-id`'

/** Refuses a pick of a choice that does not apply: it would have no effect. */
function refuseContradictions(profile: Profile): void {
  for (const [place, own] of [[undefined, profile.picks] as const, ...Object.entries(profile.at)]) {
    const picks = picksAt(profile, place as OperationId | undefined)
    for (const id of Object.keys(own ?? {}) as ChoiceId[]) {
      for (const [other, allowed] of Object.entries(choices[id].when ?? {})) {
        const picked = picks[other as ChoiceId].option
        if (!allowed.includes(picked))
          throw new ProfileError(
            ['picks', id],
            `\`${id}\` only applies if \`${other}\` is ${allowed.map(quote).join(' or ')}; this profile picks ${quote(picked)}`,
          )
      }
    }
  }
}

const isChoice = (id: string): id is ChoiceId => Object.hasOwn(choices, id)
