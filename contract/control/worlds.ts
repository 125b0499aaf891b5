import * as z from 'zod/mini'
import type { WorldTime } from './clock.ts'
import type { Choice, Grade } from '../choices/choice.ts'
import type { ChoiceId } from '../choices.ts'
import { duration, type Duration, type Speed, speed } from '../duration.ts'
import type { Fault, FaultCounts } from '../fault.ts'
import type { JsonObject } from '../json.ts'
import type { Pick as ChoicePick } from '../picks.ts'
import type { ProfileDocument } from '../profile.ts'
import type { Scenario, SentScenario } from '../scripts/scenario.ts'
import { bodyOf } from './operation.ts'

// The control API of worlds, choices, scripts and records: the types for operations.ts.

/** Options of a new world. The defaults are the options of the fake. */
export type NewWorldOptions = {
  /** The name; random by default. */
  readonly name?: string
  /** The name of a fixture, or data in the form of a fixture file. */
  readonly fixture?: string | JsonObject
  readonly seed?: string
  /** The name of a profile, or a profile document with picks. */
  readonly profile?: unknown
  /** Scripts that are tried before the scripts of the fake. */
  readonly scenarios?: readonly SentScenario[]
  readonly speed?: Speed
  /** The idle time after which the world is deleted. */
  readonly ttl?: Duration
}

/** The body of `POST worlds`. */
export const newWorld = bodyOf(
  z.strictObject({
    name: z.optional(z.string()),
    fixture: z.optional(z.unknown()),
    seed: z.optional(z.string()),
    profile: z.optional(z.unknown()),
    scenarios: z.optional(z.unknown()),
    speed: z.optional(speed),
    ttl: z.optional(duration),
  }),
  'The options of a new world are name, fixture, seed, profile, scenarios, speed and ttl, as in ' +
    '{"name": "red", "fixture": "empty", "ttl": "10m"}. A fixture is a name, or data as in a fixture file.',
  { isOptional: true },
)

/** The body of `POST worlds/{name}/fork`. */
export const newFork = bodyOf(
  z.strictObject({ name: z.optional(z.string()) }),
  'Send {"name": "…"}, or {} for a random name.',
  { isOptional: true },
)

/** A world in `GET worlds`. */
export type WorldSummary = {
  readonly name: string
  /** The base URL of the world. In process, it is relative to the address of the fake. */
  readonly base_url: string
  readonly seed: string
  /** The name of the world's fixture. */
  readonly fixture: string
  /** The name of the world's profile. */
  readonly profile: string
  readonly speed: Speed
  readonly time: WorldTime
  /** The number of changes of the world's state. A new world with the same name starts from 0. */
  readonly revision: number
  /** The number of open streams. */
  readonly streams: number
  /** The approximate bytes of the world's records, without records shared with other worlds. */
  readonly weight: number
  /** Milliseconds since the last request to the world. */
  readonly idle_ms: number
  /** Milliseconds that the world may be idle before it is deleted; null for no limit. */
  readonly ttl_ms: number | null
  /** The name of the replica that holds the world, if there are several. */
  readonly replica?: string
}

/** A world in `GET worlds/{name}`, with its credentials. */
export type WorldDetails = WorldSummary & {
  readonly users: readonly { readonly email: string; readonly password: string }[]
  /** The values of API keys, by their names in the fixture. */
  readonly keys: Readonly<Record<string, string>>
  /** Whether turns and resumes only accept the credential in the body field `token`. */
  readonly body_token: boolean
}

/** The body of `PUT choices`. */
export const profileChoice = bodyOf(
  z.union([
    z.strictObject({ profile: z.string() }),
    z.looseObject({ picks: z.record(z.string(), z.unknown()) }),
    z.looseObject({ answers: z.record(z.string(), z.unknown()) }),
    z.looseObject({ operations: z.record(z.string(), z.unknown()) }),
    z.looseObject({ base: z.string() }),
  ]),
  'Send {"profile": "documented"} or {"picks": {"errors.envelope": "detail"}}.',
)

/** The body of `PATCH choices`. */
export const pickChanges = bodyOf(
  z.strictObject({ picks: z.record(z.string(), z.unknown()) }),
  'Send {"picks": {"errors.envelope": "detail"}}; null resets a choice to its default.',
)

/** A pick in a profile, with its grade. */
export type ShownPick = ChoicePick & { readonly grade: Grade | undefined }

/** A pick that a new profile would change in a world. */
export type ProfileChange = {
  readonly id: ChoiceId
  readonly question: string
  /** The operation of the change, such as `GET /api/agents`; `null` for all operations. */
  readonly at: string | null
  readonly from: ShownPick
  readonly to: ShownPick
}

/** The response to `POST choices/preview`: a profile, and the picks that it would change. */
export type ProfilePreview = {
  readonly profile: string
  readonly document: ProfileDocument
  readonly changes: readonly ProfileChange[]
}

/** The option of a choice that a world uses. */
export type ActivePick = ChoicePick & { readonly grade: Grade | undefined; readonly says: string }

/** An option of a choice; `takes_value` if it is picked as `{ option: value }`. */
type OptionDetails = {
  readonly grade: Grade
  readonly says: string
  readonly takes_value?: true
}

/** A choice, with the option that a world uses. */
export type ActiveChoice = {
  readonly id: ChoiceId
  readonly question: string
  readonly clause: string
  readonly kind: Choice['kind']
  readonly shows: Choice['shows']
  /** False if the picks of other choices make this choice irrelevant. */
  readonly applies: boolean
  readonly pick: ActivePick
  /** The picks for single operations, by the name of the operation, such as `GET /api/agents`. */
  readonly at: Readonly<Record<string, ActivePick>>
  readonly default: string
  readonly options: Readonly<Record<string, OptionDetails>>
}

/** The response to `GET choices`. */
export type ChoiceTable = {
  readonly profile: string
  readonly choices: readonly ActiveChoice[]
  /** The operations of the contract whose responses the profile overrides (`answers`). */
  readonly answers: readonly string[]
  /** The operations that the profile adds to the contract. */
  readonly operations: readonly string[]
}

/** A script in `GET scenarios`. */
export type ScenarioSummary = Pick<Scenario, 'name' | 'about' | 'match'> & {
  /** `world`: the script was added to this world only. `fake`: all worlds have it. */
  readonly of: 'world' | 'fake'
}

/** The response to `GET scenarios`. */
export type ScenarioList = { readonly scenarios: ScenarioSummary[] }

/** The query of `GET records/{kind}`. */
export type RecordFilter = {
  /** The owner: the email or id of a user, or the id of another record. */
  readonly owner?: string | undefined
  /** Text to find in the JSON of records, case-insensitive. */
  readonly q?: string | undefined
  /** Which records come first, by the time of their creation; `oldest` by default. */
  readonly order?: 'oldest' | 'newest' | undefined
  /** The number of the page, from 1. */
  readonly page?: number | undefined
  readonly size?: number | undefined
}

/** A record as a world stores it, with fields that the platform never sends, such as passwords. */
export type StoredRecord = { readonly id: string } & Readonly<Record<string, unknown>>

/** The response to `GET records/{kind}`. */
export type RecordPage<Item = StoredRecord> = {
  readonly items: readonly Item[]
  readonly total: number
  readonly page: number
  readonly size: number
  readonly pages: number
}

/** Records of several kinds: the body of `PUT records`, and the response to a deletion. */
export type KindedRecords = {
  readonly records: readonly {
    readonly kind: string
    readonly record: StoredRecord
    /** The content of a file, as base64. */
    readonly content?: string | undefined
  }[]
}

/** The body of `PUT records`. */
export const kindedRecords = bodyOf(
  z.strictObject({
    records: z.array(
      z.strictObject({
        kind: z.string(),
        record: z.looseObject({ id: z.string() }),
        content: z.optional(z.string()),
      }),
    ),
  }),
  'Send {"records": [{"kind": "agents", "record": {"id": "…", …}}]}, as a deletion responds with.',
)

/** The response to `GET records`. */
export type RecordKinds = {
  readonly kinds: readonly { readonly kind: string; readonly total: number }[]
}

/** A fault in `GET faults`, with its numbers of matches (`met`) and effects (`struck`). */
export type FaultStatus = Fault & { readonly id: string } & FaultCounts
