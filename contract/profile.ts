import { type ChoiceId, choiceIds, choices } from './choices.ts'
import { type OperationId, operationIds, operations } from './operations.ts'
import { explainIssues } from './explain-issues.ts'
import { isObject } from './json.ts'
import { nearest } from './nearest.ts'
import { operationName } from './profile-operations.ts'
import { type Pick, picksAt, type Profile } from './picks.ts'
import { type Answer, answer, type Answers, shapesOf } from './profile/answers.ts'
import { ShapeError } from './profile/shape.ts'

/**
 * An invalid profile. The message has the problem and the allowed values; `path` has the position.
 */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly path: readonly string[]
  /** Whether the last key of the path or its value is wrong. */
  readonly part: 'key' | 'value'

  constructor(path: readonly string[], message: string, part: 'key' | 'value' = 'value') {
    super(message)
    this.path = path
    this.part = part
  }
}

/** Converts a profile to the plain data that `readProfile` reads. */
export function toProfileDocument({ name, picks, at, answers }: Profile): unknown {
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
  return { name, picks: document, ...(own.length > 0 && { answers: Object.fromEntries(own) }) }
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
    if (!profileKeys.includes(key))
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
      const endpoint = endpointOf(operation, path)
      at[endpoint] = { ...at[endpoint], [id]: readPick(id, pick, path) }
    }
  }
  const answers = root['answers'] === undefined ? {} : { answers: readAnswers(root['answers']) }
  const name = String(root['name'] ?? fallbackName)
  const profile = { name, picks, at, ...answers } as Profile
  refuseContradictions(profile)
  return profile
}

const profileKeys: readonly string[] = ['name', 'about', 'picks', 'answers']

function readAnswers(given: unknown): Answers {
  const places = asObject(
    given,
    ['answers'],
    'It must be an object of operations and their answers',
  )
  const answers: { [Id in OperationId]?: Answer } = {}
  for (const [operation, document] of Object.entries(places)) {
    const path = ['answers', operation]
    answers[endpointOf(operation, path)] = readAnswer(document, path)
  }
  return answers
}

function readAnswer(document: unknown, path: readonly string[]): Answer {
  const read = answer.safeParse(document)
  if (!read.success) {
    const hint = (_: unknown, key: string) => unknownWord('key', key, Object.keys(answer.shape))
    const [problem] = explainIssues(read.error.issues, document, hint, 'the answer')
    const { path: inner = [], says = 'it is invalid', wrong } = problem ?? {}
    const part = wrong === 'key' ? 'key' : 'value'
    throw new ProfileError([...path, ...inner.map(String)], sentence(says), part)
  }
  if (read.data.body !== undefined && read.data.record !== undefined)
    throw new ProfileError(
      [...path, 'record'],
      '`body` writes the whole body, so `record` has no effect. Remove one of them',
      'key',
    )
  try {
    shapesOf(read.data)
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw new ProfileError([...path, ...error.path.map(String)], error.message)
  }
  return read.data
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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
  if (!read.success)
    throw new ProfileError(
      path,
      `Option \`${option}\` of \`${id}\` takes ${found.says}, as in \`{ ${option}: … }\`; the value is ${JSON.stringify(value) ?? 'none'}`,
    )
  return { option, value: read.data }
}

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

function endpointOf(operation: string, where: readonly string[]): OperationId {
  const names = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
  const found = operationIds[names.indexOf(operation)]
  if (found === undefined)
    throw new ProfileError(where, unknownWord('operation', operation, names), 'key')
  return found
}

function unknownWord(what: string, word: string, allowed: readonly string[]): string {
  const guess = nearest(word, allowed)
  const hint = guess === undefined ? '' : ` Did you mean ${quote(guess)}?`
  return `Unknown ${what} ${quote(word)}.${hint} Allowed: ${allowed.map(quote).join(', ')}`
}

const quote = (word: string) => `\`${word}\``
const isChoice = (id: string): id is ChoiceId => Object.hasOwn(choices, id)

function asObject(value: unknown, path: readonly string[], expected: string) {
  if (!isObject(value)) throw new ProfileError(path, `${expected}, not ${JSON.stringify(value)}`)
  return value
}
