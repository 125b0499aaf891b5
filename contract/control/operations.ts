import type { FaultInput } from '../fault.ts'
import type { ProfileDocument } from '../profile.ts'
import type { Scenario, SentScenario } from '../scripts/scenario.ts'
import type { Snapshot } from '../snapshot.ts'
import { clockMove, type DueList, type WorldTime } from './clock.ts'
import type { ConformanceRun, ConformanceStatus } from './conformance.ts'
import { direction, type DirectorState, type TurnOutline } from './director.ts'
import type {
  CoverageQuery,
  CoverageReport,
  JournalFilter,
  JournalFrames,
  JournalList,
  JournalRecord,
} from './journal.ts'
import {
  arrival,
  type ArrivedWorld,
  type MoveStatus,
  moveStart,
  type SealedWorld,
} from './moves.ts'
import {
  type ControlOperation,
  textAnswer,
  json,
  emptyAnswer,
  queryOf,
  uncheckedBody,
} from './operation.ts'
import {
  type ChoiceTable,
  type FaultStatus,
  type KindedRecords,
  kindedRecords,
  newFork,
  newWorld,
  pickChanges,
  profileChoice,
  type ProfilePreview,
  type RecordFilter,
  type RecordKinds,
  type RecordPage,
  type ScenarioList,
  type StoredRecord,
  type WorldDetails,
  type WorldSummary,
} from './worlds.ts'

type Rows = Readonly<
  Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`, ControlOperation>
>

/** The operations that every fake has. */
const builtInOperations = {
  'GET worlds': {
    says: 'lists the worlds in memory, the most recently used last',
    of: 'fake',
    answer: json<{ readonly worlds: WorldSummary[] }>(),
  },
  'POST worlds': {
    says: 'creates a world. Optional: `name`, `fixture` (a name, or [a fixture file](data.md) as JSON), `seed`, `profile`, `scenarios`, `speed`, `ttl`. Returns its `base_url` (the whole address), users and keys',
    of: 'fake',
    body: newWorld,
    isLarge: true,
    answer: json<WorldDetails>(201),
    isAsync: true,
  },
  'GET worlds/{name}': {
    says: 'returns a world, with its address, users and keys',
    of: 'fake',
    answer: json<WorldDetails>(),
  },
  'DELETE worlds/{name}': {
    says: 'deletes the world. Its tokens and keys stop working',
    of: 'fake',
    answer: emptyAnswer,
  },
  'POST worlds/{name}/fork': {
    says: 'creates a copy of the world in its present state',
    of: 'fake',
    body: newFork,
    answer: json<WorldDetails>(201),
  },
  'POST reset': {
    says: 'resets the world to its initial state. Its streams end, and added scripts and faults go',
    answer: json<WorldDetails>(),
    tool: 'reset_world',
    visitors: true,
  },
  'GET snapshot': {
    says: 'returns the world as one JSON document, with its running turns; `journal=true` adds the journal',
    query: queryOf<{ readonly journal?: boolean | undefined }>(),
    answer: json<Snapshot>(),
    visitors: true,
  },
  'PUT snapshot': {
    says: 'replaces the world by such a document',
    body: uncheckedBody<unknown>(),
    isLarge: true,
    answer: json<WorldDetails>(),
    isAsync: true,
    visitors: { cost: 100, brings: 'snapshot' },
  },

  'GET clock': {
    says: 'returns the time of the world: `now`, `frozen`, `scale`, and `ahead_ms`, how far it was set ahead',
    answer: json<WorldTime>(),
    tool: 'read_clock',
    visitors: true,
  },
  'GET clock/due': {
    says: 'lists what falls due: events, delayed responses, late titles, and the expiry of approvals, keys and sessions',
    answer: json<DueList>(),
    visitors: true,
  },
  'POST clock': {
    says: 'changes the time with one of `advance` (a duration, or `next` for the next event), `freeze` (`true`, or an ISO 8601 time), `resume` (`true`, or `real` for real time), `scale`',
    body: clockMove,
    answer: json<WorldTime>(),
    tool: 'move_clock',
    visitors: true,
  },

  'GET choices': {
    says: 'returns the table of choices with the picks of the world, and the operations that its profile answers in its own way (`answers`) or adds (`operations`). `id` selects one choice. Pick an option with `takes_value` as `{"option": value}`',
    query: queryOf<{ readonly id?: string | undefined }>(),
    answer: json<ChoiceTable>(),
    tool: 'list_choices',
    visitors: true,
  },
  'GET choices/profile': {
    says: 'returns the profile of the world as a document: save it for `--profile`',
    answer: json<ProfileDocument>(),
    visitors: true,
  },
  'PUT choices': {
    says: 'replaces the profile from the next request on, by its name or by a document with `picks`, `answers` or `operations`. Its [`base`](profiles.md#begin-with-another-profile) may be a profile of the server. A wrong one is refused with the place of its problem',
    body: profileChoice,
    answer: json<ChoiceTable>(),
    isAsync: true,
    visitors: { brings: 'profile' },
  },
  'PATCH choices': {
    says: 'changes single picks. `null` resets a choice to its default',
    body: pickChanges,
    answer: json<ChoiceTable>(),
    tool: 'pick_options',
    visitors: { brings: 'picks' },
  },

  'GET scenarios': {
    says: 'lists the scripts of turns',
    answer: json<ScenarioList>(),
    tool: 'list_scenarios',
    visitors: true,
  },
  'POST scenarios': {
    says: 'adds scripts to the world. They take precedence over all others',
    body: uncheckedBody<SentScenario | readonly SentScenario[]>(),
    answer: json<ScenarioList>(201),
    isAsync: true,
  },
  'GET scenarios/{name}': {
    says: 'returns one script with all its lines; durations are in milliseconds',
    answer: json<Scenario>(),
    visitors: true,
  },
  'DELETE scenarios': {
    says: 'removes the added scripts',
    answer: emptyAnswer,
  },
  'DELETE scenarios/{name}': {
    says: 'removes one added script',
    answer: emptyAnswer,
  },

  'GET records': {
    says: 'lists the kinds of records with their numbers, also those of a profile. A document of a profile has one record for each user or parent, with its `value`',
    answer: json<RecordKinds>(),
    visitors: true,
  },
  'PUT records': {
    says: 'adds or replaces `records` of any kinds, each with its `kind` and its `record`. The response of a deletion undoes it',
    body: kindedRecords,
    // Large, because the body can be the response of a deletion, with any number of records.
    isLarge: true,
    answer: json<KindedRecords>(),
    isAsync: true,
    visitors: true,
  },
  'GET records/{kind}': {
    says: 'lists records as they are stored. Filters: `owner`, `q`, `order` (`newest` first), `page`, `size`',
    query: queryOf<RecordFilter>(),
    answer: json<RecordPage>(),
    visitors: true,
  },
  'POST records/{kind}': {
    says: 'adds a record. It may leave out what [a file of data](data.md) may leave out, and name others as there',
    body: uncheckedBody<object>(),
    answer: json<StoredRecord>(201),
    isAsync: true,
    visitors: true,
  },
  'GET records/{kind}/{id}': {
    says: 'returns one record',
    answer: json<StoredRecord>(),
    visitors: true,
  },
  'PATCH records/{kind}/{id}': {
    says: 'changes fields of a record',
    body: uncheckedBody<object>(),
    answer: json<StoredRecord>(),
    isAsync: true,
    visitors: true,
  },
  'DELETE records/{kind}/{id}': {
    says: 'deletes a record and those that belong to it. Returns the `records` that it deleted or changed, as they were before',
    answer: json<KindedRecords>(),
    visitors: true,
  },

  'GET director': {
    says: 'lists the running turns, and what the next turn will play',
    answer: json<DirectorState>(),
    visitors: true,
  },
  'GET director/turns/{id}': {
    says: 'lists what a running turn has sent, and what comes next, with the times',
    answer: json<TurnOutline>(),
    visitors: true,
  },
  'POST director': {
    says: 'controls turns with one of `next`, `say`, `pause`, `resume`, `step`, `skip`, `speed`, `keep`',
    body: direction,
    answer: json<DirectorState>(),
    visitors: true,
  },

  'GET faults': {
    says: 'lists the faults, with how often each matched (`met`) and took effect (`struck`)',
    answer: json<{ readonly faults: readonly FaultStatus[] }>(),
    tool: 'list_faults',
    visitors: true,
  },
  'POST faults': {
    says: 'adds a fault or a list of them. `match` selects requests, `effect` is what happens, `times` is how often',
    body: uncheckedBody<FaultInput | readonly FaultInput[]>(),
    answer: json<{ readonly ids: string[] }>(201),
    tool: 'add_fault',
    visitors: true,
  },
  'DELETE faults': {
    says: 'removes all faults',
    answer: emptyAnswer,
    visitors: true,
  },
  'DELETE faults/{id}': {
    says: 'removes one fault',
    answer: emptyAnswer,
    visitors: true,
  },

  'GET journal': {
    says: 'lists the newest requests. Filters: `status`, `endpoint`, `method`, `q` (text in the path, headers and bodies), `since`, `limit`. `follow` streams new ones',
    query: queryOf<JournalFilter>(),
    answer: json<JournalList>(),
    tool: 'read_journal',
    visitors: true,
  },
  'GET journal/{number}': {
    says: 'returns everything about one request: bodies, choices it relied on, faults, why it was refused, sent frames',
    answer: json<JournalRecord>(),
    tool: 'read_request',
    visitors: true,
  },
  'GET journal/{number}/frames': {
    says: 'returns the frames of its turn as text. A turn without a conversation has them only while it runs',
    answer: json<JournalFrames>(),
    visitors: true,
  },
  'DELETE journal': {
    says: 'deletes the entries',
    answer: emptyAnswer,
    visitors: true,
  },
  'GET coverage': {
    says: 'reports the exercised endpoints, errors, events and choices, the called operations of a profile, those that answer from a template, and requests that no operation matches. `of=all` covers all worlds, `format=markdown` returns Markdown',
    query: queryOf<CoverageQuery>(),
    answer: json<CoverageReport>(),
    tool: 'read_coverage',
    visitors: true,
  },
} satisfies Rows

/** The operations that only `serve` has. */
const serveOperations = {
  'GET moves': {
    says: 'returns the name of the replica, the names of its worlds, and the end of the move',
    of: 'fake',
    answer: json<MoveStatus>(),
  },
  'PUT moves': {
    says: 'starts a move or extends it, by `for` (at most 10 minutes). Until it ends, worlds that it does not hold get 503 with `Retry-After`, and none is created',
    of: 'fake',
    body: moveStart,
    answer: json<MoveStatus>(),
  },
  'DELETE moves': {
    says: 'ends the move',
    of: 'fake',
    answer: emptyAnswer,
  },
  'POST moves/{name}': {
    says: 'returns a world with its digest, and seals it: it gets 503 until the move ends. 409 while a turn or a workflow runs',
    of: 'fake',
    answer: json<SealedWorld>(),
  },
  'PUT moves/{name}': {
    says: 'stores a world from another replica. 409 if one of this name is in use here',
    of: 'fake',
    body: arrival,
    isLarge: true,
    answer: json<ArrivedWorld>(),
    isAsync: true,
  },
  'DELETE moves/{name}': {
    says: 'deletes a world that has moved. 409 if it is not sealed',
    of: 'fake',
    answer: emptyAnswer,
  },
  'GET metrics': {
    says: 'returns numbers in the text format of OpenMetrics, which Prometheus reads',
    of: 'fake',
    answer: textAnswer,
  },
  'POST choices/preview': {
    says: 'parses a profile file, YAML or JSON, and returns what it would change. Only in `serve`',
    body: uncheckedBody<{ readonly text: string; readonly file?: string | undefined }>(),
    answer: json<ProfilePreview>(),
    isAsync: true,
    // Visitors may call it, because it changes no data. The cost is high, because it parses YAML.
    visitors: { cost: 10 },
  },
  'POST mcp': {
    says: 'takes a message of the Model Context Protocol (Streamable HTTP)',
    of: 'fake',
    body: uncheckedBody<object>(),
    answer: textAnswer,
    isAsync: true,
  },
  'GET conformance': {
    says: 'returns the plans, with what each does and costs, and the state of the last run: decided checks by verdict and by section, failures, and the picks that cause them',
    of: 'fake',
    answer: json<ConformanceStatus>(),
    tool: 'read_conform',
  },
  'POST conformance': {
    says: 'starts a run of a `plan` on the world in the path; `only` limits it to checks by their ids, as in `["keys.*"]`. Returns 202 and what to expect',
    body: uncheckedBody<{ readonly plan: string; readonly only?: readonly string[] }>(),
    answer: json<ConformanceRun>(202),
    tool: 'run_conform',
  },
  'DELETE conformance': {
    says: 'stops the current run after its present request',
    of: 'fake',
    answer: json<ConformanceRun>(),
  },
  'GET conformance/report': {
    says: 'downloads the report. `format` is `json`, `html`, `junit` or `markdown`',
    of: 'fake',
    query: queryOf<{ readonly format?: string }>(),
    answer: textAnswer,
  },
} satisfies Rows

/**
 * The control API: each operation by its method and its path below `/__control/`. Each row defines
 * its route, the methods of the clients, its MCP tool, the permissions of visitors, and its
 * documentation.
 */
export const controlOperations = { ...builtInOperations, ...serveOperations }

export type ControlOperations = typeof controlOperations

/** The name of an operation, such as `POST clock`. */
export type ControlName = keyof ControlOperations

/** The name of an operation that every fake has. */
export type BuiltInName = keyof typeof builtInOperations

/** Returns the row of an operation; `undefined` for an operation that is not in this table. */
export const controlOperation = (name: string): ControlOperation | undefined =>
  Object.hasOwn(controlOperations, name) ? controlOperations[name as ControlName] : undefined
