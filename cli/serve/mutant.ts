import { toContent } from '../../contract/exchange.ts'
import { isBytes, isError } from '../../contract/realm-safe.ts'
import { choiceMutants, picksOf, allMutants } from '../../conformance/mutants/all-mutants.ts'
import type { Mutant } from '../../conformance/mutants/wrap.ts'
import { nearestHint } from '../../contract/nearest.ts'
import type { Profile } from '../../contract/picks.ts'
import { ProfileError, readProfile, toProfileDocument } from '../../contract/profile.ts'
import type { Core } from '../../mocks/core.ts'
import { UsageError } from '../command-line.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import { ownLimits } from '../../contract/limits.ts'
import {
  type PlainRequest,
  ConnectionReset,
  copyRequest,
  type FrameStream,
  type PlainResponse,
} from '../../contract/plain-http.ts'

/** A server with one deliberate bug. */
export type MutantServer = {
  /** Describes the bug, and the check that detects it. */
  readonly says: string
  readonly profile: Profile
  /** Adds the bug to a fake that plays the profile. */
  readonly wrap: (fake: Core) => Core
}

/** Creates a server that plays a mutant, or a pick such as `errors.envelope=detail`. */
export function createMutantServer(id: string, profile: Profile): MutantServer {
  const mutant = allMutants.find((each) => each.id === id)
  if (mutant !== undefined) {
    const says = `${mutant.description} The check ${mutant.killedBy} detects it.`
    return { says, profile, wrap: (fake) => wrapFake(fake, (next) => mutant.wrap(next, () => {})) }
  }
  const [name = '', value] = id.split(':')
  const choice = choiceMutants.find((each) => each.id === name)
  if (choice === undefined)
    throw new UsageError(
      `There is no mutant \`${id}\`.${nearestHint(id, mutantIds)} --mutant list prints all.`,
    )
  const picks = picksOf(choice, value === undefined ? undefined : Number(value))
  if (value !== undefined && !choice.takesValue)
    throw new UsageError(`The mutant \`${name}\` takes no value: write --mutant ${name}.`)
  return { says: choice.description, profile: withPicks(profile, picks, id), wrap: (fake) => fake }
}

function withPicks(profile: Profile, picks: Readonly<Record<string, unknown>>, id: string) {
  const document = toProfileDocument(profile)
  try {
    return readProfile({ ...document, picks: { ...document.picks, ...picks } })
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`The mutant \`${id}\` cannot be served: ${error.message}.`)
  }
}

/** The values of `--mutant`. */
export const mutantIds: readonly string[] = [...allMutants, ...choiceMutants].map(({ id }) => id)

/** Lists mutants by the check that detects them, then picks that contradict the specification. */
export function mutantListText(): string {
  const wrappers = [...Map.groupBy(allMutants, ({ killedBy }) => killedBy)].map(
    ([check, mutants]) => `${check}\n${mutants.map(mutantLine).join('\n')}`,
  )
  const picks = choiceMutants.map(({ id, description, takesValue }) =>
    mutantLine({ id: takesValue ? `${id}:N` : id, description }),
  )
  return `${wrappers.join('\n')}\nPicks that contradict the specification\n${picks.join('\n')}\n`
}

const mutantLine = ({ id, description }: Pick<Mutant, 'id' | 'description'>): string =>
  `  ${id.padEnd(44)} ${description}`

/** Runs responses through a wrapper, except responses of the control API. */
export function wrapFake<Played extends Pick<Core, 'fetch' | 'handle'>>(
  fake: Played,
  wrap: (fetch: Fetch) => Fetch,
): Played {
  const fetch = wrap((request) => fake.fetch(request))
  const handle = async (call: PlainRequest): Promise<PlainResponse> => {
    if (/^(?:\/w\/[^/]+)?\/__control(?:\/|$)/.test(call.path)) return fake.handle(call)
    const body = hasNoBody(call) ? undefined : await call.read(ownLimits.documentBytes)
    if (body === 'too-large')
      return fake.handle(copyRequest(call, { read: async () => 'too-large' }))
    try {
      return await toReply(await fetch(toRequest(call, body)))
    } catch (error) {
      throw connectionError(error)
    }
  }
  return { ...fake, fetch, handle }
}

const hasNoBody = ({ method }: PlainRequest): boolean => method === 'GET' || method === 'HEAD'

function toRequest(call: PlainRequest, body: Uint8Array | undefined): Request {
  const query = call.query === '' ? '' : `?${call.query}`
  const url = `http://${call.header('host') ?? '127.0.0.1'}${call.path}${query}`
  const headers = new Headers([...call.headers()].map(([name, value]) => [name, value]))
  const content = body === undefined || body.length === 0 ? null : new Uint8Array(body)
  return new Request(url, { method: call.method, headers, body: content, signal: call.signal })
}

async function toReply(response: Response): Promise<PlainResponse> {
  const headers = Object.fromEntries(response.headers)
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  if (isStream && response.body)
    return { status: response.status, headers, body: toFrames(response.body) }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = toContent(bytes)
  // A mutant may send bytes that are not text. Such bytes are passed on unchanged.
  const body = isBytes(text) ? toFrames(new Blob([bytes]).stream()) : text || undefined
  return { status: response.status, headers, body }
}

function toFrames(body: ReadableStream<Uint8Array>): FrameStream {
  const reader = body.getReader()
  return {
    async pull() {
      const { value } = await reader.read().catch((error: unknown) => {
        throw connectionError(error)
      })
      return value
    },
    // `cancel` rejects for a stream that failed, which can be ignored.
    cancel: () => void reader.cancel().catch(() => undefined),
  }
}

/** Unwraps the `TypeError` in which `fetch` hides a broken connection. */
const connectionError = (error: unknown): unknown =>
  isError(error, 'TypeError') && error.cause instanceof ConnectionReset ? error.cause : error
