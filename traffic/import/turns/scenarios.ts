import { isSameJson } from '../../../contract/json.ts'
import type { ScriptLine, ApprovalLine } from '../../../contract/scripts/lines.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { CollectorResult, UnusedEntry, EntryUse } from '../collector.ts'
import { isComplete, type TurnScript } from './turn-script.ts'
import type { RecordedEvent } from './recorded-event.ts'
import { foldCase } from '../../../contract/scripts/queries.ts'
import { RecordedQuestions, textCondition } from './recorded-questions.ts'

/** A script that is not finished, with the turns that it plays and their agent. */
type ScenarioDraft = {
  readonly turns: RecordedTurn[]
  readonly agent: string | undefined
  /** The completeness of its most complete turn. */
  readonly rank: number
  script: TurnScript
}

/** The drafts of one question, and the same drafts by the text of their played lines. */
type DraftGroup = {
  readonly drafts: ScenarioDraft[]
  readonly draftByLines: Map<string, ScenarioDraft>
}

type ScenariosResult = Pick<CollectorResult<unknown>, 'uses' | 'unused'> & {
  readonly scenarios: Scenario[]
}

/** Creates a script for each different turn, with conditions that distinguish the turns. */
export function createScenarios(
  turns: readonly RecordedTurn[],
  agentName: (id: string) => string | undefined,
): ScenariosResult {
  const uses: EntryUse[] = []
  const unused: UnusedEntry[] = []
  const groups = new Map<string, DraftGroup>()
  for (const turn of turns.toSorted(byCompleteness)) {
    const { script, query, entries } = turn
    if (script === undefined) {
      for (const entry of entries) unused.push({ entry, reason: noEventsReason })
      continue
    }
    const agent = turn.agent === undefined ? undefined : agentName(turn.agent)
    const key = JSON.stringify([script.mode, foldCase(query), agent])
    const group: DraftGroup = groups.get(key) ?? { drafts: [], draftByLines: new Map() }
    groups.set(key, group)
    const lines = playedLines(script)
    const same = group.draftByLines.get(lines) ?? joinedDraft(group.drafts, turn, script)
    const rank = completenessRank(turn)
    const draft: ScenarioDraft = same ?? { turns: [], agent, rank, script }
    draft.turns.push(turn)
    group.draftByLines.set(lines, draft)
    if (same === undefined) group.drafts.push(draft)
  }
  const names = new Set<string>()
  const questions = new RecordedQuestions(turns.map(({ query }) => query))
  const sorted = questions.sort([...groups.values()], ({ drafts }) => drafts[0]?.turns[0]?.query)
  const scenarios = sorted.flatMap(({ drafts: recorded }) => {
    const taken = new Set<number>()
    const drafts = recorded.toSorted(byPreference)
    return drafts.flatMap(({ turns: own, agent, script }, index): Scenario[] => {
      const [first] = own
      const number = index === 0 ? undefined : own.find(({ turn }) => !taken.has(turn))?.turn
      if (first === undefined) return []
      const entries = own.flatMap((turn) => turn.entries)
      if (index > 0 && number === undefined) {
        for (const entry of entries) unused.push({ entry, reason: answeredBeforeReason })
        return []
      }
      for (const { turn } of own) taken.add(turn)
      const name = questions.nameOf(first.query, nameOfQuestion(first.query), names)
      for (const entry of entries) uses.push({ entry, as: 'script', what: `script ${name}` })
      return [
        {
          name,
          about: ['A recorded turn', ...script.notes].join('; '),
          match: {
            endpoint: script.mode,
            query: questions.conditionOf(first.query, textCondition(first.query)),
            ...(agent !== undefined && { agent }),
            ...(number !== undefined && { turn: number }),
          },
          ...script.parts,
        },
      ]
    })
  })
  return { scenarios, uses, unused }
}

const noEventsReason =
  'The stream of this turn has no body in the recording, and no answer has its stored events.'
const answeredBeforeReason =
  'The same question was asked with the same agent and at the same place of a conversation, and got another answer.'

/** Sorts complete turns first. Other turns keep their order. */
const byCompleteness = (a: RecordedTurn, b: RecordedTurn) =>
  completenessRank(a) - completenessRank(b)
const completenessRank = ({ events, script }: RecordedTurn) =>
  script === undefined || !isComplete(events) ? 2 : script.notes.length === 0 ? 0 : 1

/** Sorts the most complete first, then the earliest in a conversation, then the newest recording. */
const byPreference = (a: ScenarioDraft, b: ScenarioDraft) =>
  a.rank - b.rank ||
  least(a, ({ turn }) => turn) - least(b, ({ turn }) => turn) ||
  least(a, minusEntry) - least(b, minusEntry)
const minusEntry = ({ entries: [entry = 0] }: RecordedTurn) => -entry
const least = ({ turns }: ScenarioDraft, of: (turn: RecordedTurn) => number) =>
  turns.reduce((result, turn) => Math.min(result, of(turn)), Infinity)

/**
 * Joins a turn with a draft that lacks only its decision, or that plays the lines of the cut turn.
 */
function joinedDraft(
  drafts: readonly ScenarioDraft[],
  { events }: RecordedTurn,
  script: TurnScript,
): ScenarioDraft | undefined {
  if (splitAtApproval(script) !== undefined)
    for (const draft of drafts) {
      const merged = mergeApprovals(draft.script, script)
      if (merged === undefined) continue
      draft.script = merged
      return draft
    }
  return isComplete(events)
    ? undefined
    : drafts.find((draft) => isAlreadyPlayed(script, draft.script))
}

/** Whether another script already plays all lines of a turn that was cut. */
const isAlreadyPlayed = (cutScript: TurnScript, wholeScript: TurnScript): boolean =>
  // Ignores the last characters, which close the list: the other script's last text may be longer.
  playedLines(wholeScript).startsWith(playedLines(cutScript).slice(0, -9))

/** The lines of a script as text, without their times, to compare what they play. */
const playedLines = ({ parts }: TurnScript): string =>
  JSON.stringify(parts.script.filter((line) => !('pause' in line)).map(withoutTimes))

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['takes', 'pause', 'pace', 'id', 'usage'].includes(key))
      .map(([key, item]) => [key, withoutTimes(item)]),
  )
}

/** The name that a script should have: the first words of its question. */
function nameOfQuestion(query: string): string {
  const plain = query.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  const words = (plain.match(/[a-z0-9]+/g) ?? [])
    .join('-')
    .slice(0, 48)
    .replace(/^[^a-z]+/, '')
    .replace(/-$/, '')
  return words === '' ? 'turn' : words
}

type ApprovalSplit = {
  readonly before: readonly ScriptLine[]
  readonly approval: ApprovalLine
  readonly after: readonly ScriptLine[]
}

/** Splits a script: the lines before its first approval, the approval, and the lines after it. */
function splitAtApproval({ parts: { script } }: TurnScript): ApprovalSplit | undefined {
  const index = script.findIndex((line) => 'approval' in line)
  const line = script[index]
  if (line === undefined || !('approval' in line)) return undefined
  return { before: script.slice(0, index), approval: line.approval, after: script.slice(index + 1) }
}

const isRefusedApproval = ({ rejected, expired }: ApprovalLine) =>
  rejected !== undefined || expired !== undefined

const approvalCall = ({ call: { tool, input } }: ApprovalLine) => ({ tool, input })

/**
 * Joins two scripts with different decisions on the same call: each becomes a branch. `undefined`
 * if they have other differences.
 */
function mergeApprovals(first: TurnScript, second: TurnScript): TurnScript | undefined {
  const a = splitAtApproval(first)
  const b = splitAtApproval(second)
  if (a === undefined || b === undefined) return undefined
  if (!isSameJson(approvalCall(a.approval), approvalCall(b.approval))) return undefined
  const known = (['rejected', 'expired'] as const).some(
    (branch) => a.approval[branch] !== undefined && b.approval[branch] !== undefined,
  )
  if (known || (!isRefusedApproval(a.approval) && !isRefusedApproval(b.approval))) return undefined
  const isApproved = !isRefusedApproval(a.approval)
  const [base, refused, script] = isApproved ? [a, b, first] : [b, a, second]
  const { call: _same, errors: refusedErrors, ...branches } = refused.approval
  const errors = { ...base.approval.errors, ...refusedErrors }
  const approval: ApprovalLine = {
    ...base.approval,
    ...branches,
    ...(Object.keys(errors).length > 0 && { errors }),
  }
  return {
    ...script,
    parts: { ...script.parts, script: [...base.before, { approval }, ...base.after] },
    notes: [...new Set([...first.notes, ...second.notes])],
  }
}

/** A turn of a recording, from its stream or from its stored events. */
export type RecordedTurn = {
  /** The entries with the turn. The first entry started the turn, or has its stored events. */
  readonly entries: number[]
  readonly conversation: string | undefined
  readonly query: string
  readonly agent: string | undefined
  readonly endpoint: 'react' | 'dag' | 'auto' | undefined
  /** The number of the turn in the conversation, from 1. */
  readonly turn: number
  /** The start of the stream, in milliseconds since 1970. */
  readonly startedAt: number | undefined
  events: readonly RecordedEvent[]
  script?: TurnScript
}

/** The data that recordings have about one conversation. */
export class RecordedConversation {
  /** The questions so far, oldest first. */
  questions: readonly string[] = []
  readonly turns: RecordedTurn[] = []
  readonly stored = new Map<string, RecordedTurn>()
  readonly resumes: { readonly entry: number; readonly events: readonly RecordedEvent[] }[] = []
  readonly injections: { readonly entry: number; readonly content: string }[] = []
  /** The title that a client gave to the conversation. */
  givenTitle: string | undefined
  /** The title that the deployment generated after the first turn. */
  title: string | undefined
  agent: string | undefined
}
