import * as z from 'zod/mini'
import type { ShownChoice } from '../choices/shown-choices.ts'
import type { ChoiceId } from '../choices.ts'
import { ownLimits } from '../limits.ts'

// The control API of the journal and of coverage: the schema of queries and the types of responses.

const numberText = (min: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.gte(min))),
  )

/** The query of `GET journal`, as text. */
export const journalQuery = z.strictObject({
  status: z.optional(z.string().check(z.regex(/^[1-5](\d\d|xx)$/))),
  endpoint: z.optional(z.string().check(z.maxLength(ownLimits.endpointPattern))),
  method: z.optional(z.string().check(z.regex(/^[a-z]+$/i))),
  since: z.optional(numberText(0)),
  limit: z.optional(numberText(1)),
  q: z.optional(z.string().check(z.maxLength(ownLimits.journalSearch))),
  follow: z.optional(z.string()),
})
export const journalForm =
  'The filters of a journal are `status` (as 404 or 4xx), `endpoint` (as chat.react, chat.*, or POST /api/react), `method`, `q` (text in ' +
  'the path, a header or a body), `since` and `limit` (numbers) and `follow`.'

/** A filter for the requests of a journal. */
export type JournalFilter = {
  /** A status such as `404`, or a class of statuses such as `4xx`. */
  readonly status?: string | undefined
  /**
   * An operation or a pattern, such as `chat.react`, `POST /api/react` or `/api/conversations/*`.
   */
  readonly endpoint?: string | undefined
  readonly method?: string | undefined
  /** Text to find in the path, the headers, the bodies and the explanation, case-insensitive. */
  readonly q?: string | undefined
  /** Only requests with a higher number than this. */
  readonly since?: number | undefined
  /** The maximum number of entries; the newest are returned. */
  readonly limit?: number | undefined
}

/** The response to `GET journal`. */
export type JournalList = {
  /** The number of requests that the world received. */
  readonly calls: number
  /** The entries, the newest last. */
  readonly entries: JournalLine[]
}

/** How a stream ended. `end`: complete. `left`: client disconnected. `cut`: the stream broke. */
export type StreamState = 'open' | 'end' | 'left' | 'cut'

/** Identifies a request by its world and its number in that world. */
export type RequestRef = { readonly world: string; readonly number: number }

/** A request in `GET journal`; secrets are masked. */
export type JournalLine = {
  /** The number, counted from 1 in each world. */
  readonly number: number
  /** The time of arrival, on the clock of the world. */
  readonly time: string
  readonly world: string
  readonly seed: string
  readonly method: string
  readonly path: string
  readonly query: string
  /** The id of the operation; null for an unknown path. */
  readonly endpoint: string | null
  /** The user, if the credential was valid. */
  readonly caller: {
    readonly email: string
    readonly key: { readonly id: string; readonly prefix: string; readonly name: string } | null
  } | null
  /** The name of the script that a turn plays. */
  readonly scenario: string | null
  /** The status; null if the connection was reset. */
  readonly status: number | null
  /** The error code in the response. */
  readonly code: string | null
  /** The reason for the refusal: a condition of the contract, or `invalid`. */
  readonly condition: string | null
  /** The ids of the faults that matched the request. */
  readonly faults: readonly string[]
  /** Milliseconds until the response began. */
  readonly ms: number
  /** The bytes of the response stream, or the characters of the body; null if there is neither. */
  readonly size: number | null
  readonly explanation: string | null
  /** The data that a stream has sent so far. */
  readonly stream: JournalStream | null
}

/** The data that a stream sent. */
export type JournalStream = {
  readonly state: StreamState
  readonly events: number
  readonly bytes: number
  readonly ended_at: string | null
}

/** A body with masked secrets. If `length` exceeds the length of `text`, the text was cut. */
export type JournalBody = { readonly text: string; readonly length: number }

/** A sent frame of a stream. */
export type JournalFrame = {
  readonly event: string
  readonly cursor: number | null
  readonly time: string
  readonly bytes: number
}

/** A request in `GET journal/{number}`, with bodies, frames and the choices that it relied on. */
export type JournalRecord = JournalLine & {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: JournalBody | null
  }
  readonly response: { readonly body: JournalBody | null }
  /** The frames that the stream sent. Their times are on the clock of the world. */
  readonly frames: readonly JournalFrame[]
  /** The number of frames that are not listed. */
  readonly frames_beyond: number
  /** The bytes of an incomplete frame at the end. */
  readonly partial_bytes: number
  /** The choices that shaped the response, with their options. */
  readonly relied_on: readonly ShownChoice[]
}

/** The response to `GET journal/{number}/frames`: frames of the turn that a request started. */
export type JournalFrames = {
  readonly frames: readonly {
    readonly event: string
    readonly cursor: number | null
    /** Milliseconds after the request, on the clock of the world. */
    readonly t: number
    /** The frame in the format of the world's current profile; secrets are masked. */
    readonly text: string
  }[]
}

/** The used items with their request counts, highest first; and the items without requests. */
export type Exercise = {
  readonly exercised: readonly { readonly name: string; readonly calls: number }[]
  readonly never: readonly string[]
}

/** A choice that requests relied on, with the option used. */
export type ReliedOnChoice = ShownChoice & {
  readonly question: string
  readonly says: string
  readonly clause: string
  readonly calls: number
  /** The first requests that relied on the choice. */
  readonly first: readonly RequestRef[]
}

/** A path without an operation that clients requested. */
export type UnknownRoute = {
  /** The method and the path, such as `GET /api/eval/datasets/{id}`. */
  readonly name: string
  readonly calls: number
  /** An operation with a similar path; null if there is none. */
  readonly similar: string | null
}

/** An operation of a profile that clients called. */
export type OwnOperationCalls = {
  /** The method and the path, such as `GET /api/skills/{skill_id}`. */
  readonly name: string
  readonly calls: number
  /** Whether the response comes from a template: the meaning of such an operation is unknown. */
  readonly from_template: boolean
}

/** The query of `GET coverage`. */
export type CoverageQuery = {
  readonly of?: 'world' | 'all'
  readonly format?: 'json' | 'markdown'
}

/** The response to `GET coverage`: the operations, errors and choices that clients used. */
export type CoverageReport = {
  /** The name of the world; null for all worlds of the fake, deleted ones included. */
  readonly world: string | null
  readonly calls: number
  /** The operations, such as `GET /api/agents`. */
  readonly endpoints: Exercise
  /** The error codes, and `validation` for invalid input. */
  readonly errors: Exercise
  readonly events: Exercise
  /** The operations of profiles, the most frequent first. */
  readonly own: readonly OwnOperationCalls[]
  /** The requests that no operation matches, the most frequent first. */
  readonly not_played: readonly UnknownRoute[]
  readonly choices: {
    readonly relied_on: readonly ReliedOnChoice[]
    readonly never: readonly ChoiceId[]
  }
  /** The number of used options that the specification leaves open or forbids. */
  readonly assumed: number
}
