import { isFormData } from '../../contract/realm-safe.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { isObject, parseJson } from '../../contract/json.ts'
import { type OperationId, operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { Profile } from '../../contract/picks.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import type { Answer } from '../../contract/profile/answers.ts'
import type { ProfileProblem } from '../../contract/profile/profile-error.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createFake } from '../../mocks/fake.ts'
import { ProfileExpressionError } from '../../mocks/platform/expression.ts'
import { systemClock } from '../../mocks/world/clock.ts'
import { createAccessToken } from '../../mocks/world/tokens.ts'
import { answerShapeProblems, nullExpressionProblems } from './body-problems.ts'
import { toSentForm, bodyFor, queryFor, recordLike, samplePaths } from './sample-requests.ts'
import { shorten } from '../../contract/shorten.ts'

/** The response to an operation; `json` is undefined for a stream or a text. */
export type PlayedResponse = {
  readonly status: number
  readonly text: string
  readonly json: unknown
  /** Why an expression of the profile failed, with the place of the expression. */
  readonly failure: string | undefined
}

export type PlayedOperation = {
  readonly operation: string
  /** Absent if the operation was not called. */
  readonly response?: PlayedResponse
  /** Why the operation was not called, or why a part of its response was not checked. */
  readonly reason?: string
}

/** The result of calling each operation once: the calls, and the problems of their responses. */
export type PlayedProfile = {
  readonly played: readonly PlayedOperation[]
  readonly problems: readonly ProfileProblem[]
}

/** Calls operations of a fake in this process, as its first user. */
export type ProfileCaller = ReturnType<typeof createCaller>

/** Creates a fake that plays a profile. Its clock is frozen, so that all runs print the same. */
export function createCaller(profile: Profile, fixture: Fixture, scenarios: readonly Scenario[]) {
  let failure: string | undefined
  const start = Date.parse(fixture.anchored_at)
  const fake = createFake({
    fixture,
    scenarios,
    profile,
    speed: Infinity,
    maxWorlds: 1000,
    systemClock: { ...systemClock, now: () => start },
    onCrash: (error) => {
      failure = error instanceof ProfileExpressionError ? error.message : `${String(error)}`
    },
  })
  const user = fixture.users.find(({ email }) => email === fixture.showcase.users[0]?.email)
  if (user === undefined)
    throw new TypeError('The fixture has no user in its showcase. Add one under `showcase.users`.')
  return {
    userId: user.id,
    /** The world with this name. It has the state of the fixture until its first call. */
    world: (name: string) => fake.world(name),
    async call(
      world: string,
      method: string,
      path: string,
      body?: unknown,
    ): Promise<PlayedResponse> {
      failure = undefined
      const token = createAccessToken(fake.world(world), user, 3600)
      const url = `http://understudy.test/w/${world}${path}`
      const isForm = isFormData(body)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      }
      const sentBody = isForm ? body : JSON.stringify(body)
      const response = await fake.fetch(
        new Request(url, {
          method,
          headers,
          ...(body !== undefined && method !== 'GET' && { body: sentBody }),
        }),
      )
      const text = await beginningOf(response)
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      const json = isJson ? parseJson(text) : text === '' ? null : undefined
      return { status: response.status, text, json, failure }
    },
    close: () => fake.close(),
  }
}

/** Reads the body of a response, or the first chunk of a stream. */
async function beginningOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.includes('event-stream') !== true)
    return response.text()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}

export const isSuccess = ({ status }: PlayedResponse) => status >= 200 && status < 400

/** Describes the refusal of a generated request. */
export function refusalOf({ status, text, json }: PlayedResponse): string {
  const detail = isObject(json) ? (json['detail'] ?? json['error'] ?? json) : text
  return `the fake refused the generated request with ${status}: ${shorten(JSON.stringify(detail), 160)}`
}

/** Returns a problem for a 5xx response, with the place of the failed expression. */
export function crashProblems(path: readonly string[], { failure, status }: PlayedResponse) {
  if (status < 500) return []
  const [, part, reason = failure ?? ''] = /› (\w+): (.*)$/s.exec(failure ?? '') ?? []
  const says = `The response is ${status}: ${reason.replace(/\.$/, '')}. Correct the expression.`
  return [{ path: part === undefined ? path : [...path, part], says }]
}

/** Calls each operation that has an entry under `answers`, each in a separate world. */
export async function playAnswers(
  caller: ProfileCaller,
  { answers = {} }: Profile,
): Promise<PlayedProfile> {
  const results: PlayedOperation[] = []
  const problems: ProfileProblem[] = []
  for (const [id, answer] of Object.entries(answers)) {
    const operation = operationName(id as OperationId)
    const path = ['answers', operation]
    const response = await playAnswer(caller, id as OperationId, answer)
    if (response === undefined)
      results.push({ operation, reason: 'its path needs a record that the fixture does not have' })
    else if (isSuccess(response)) {
      const { found, reason } = nullExpressionProblems(answer, response, path)
      results.push({ operation, response, ...(reason && { reason }) })
      problems.push(...found, ...answerShapeProblems(answer, response, path))
    } else if (response.status >= 500) problems.push(...crashProblems(path, response))
    else results.push({ operation, reason: refusalOf(response) })
  }
  return { played: results, problems }
}

/** Calls an operation until it succeeds or crashes. Returns the last response. */
async function playAnswer(
  caller: ProfileCaller,
  id: OperationId,
  answer: Answer,
): Promise<PlayedResponse | undefined> {
  const row: Operation = operations[id]
  const world = caller.world(id)
  const body = toSentForm(row.body && bodyFor(row.body, recordLike(world, row)), answer)
  let last: PlayedResponse | undefined
  for (const path of samplePaths(world, caller.userId, row)) {
    last = await caller.call(id, row.method, path + queryFor(row), body)
    if (isSuccess(last) || last.status >= 500) return last
  }
  return last
}
