import { isSameJson } from '../../../contract/json.ts'
import type { ApprovalLine, ScriptCall, ScriptLine } from '../../../contract/scripts/lines.ts'
import { callOf, thinkAgain, withoutThought } from './call-lines.ts'
import { type EventReader, isStep, type TimedEvent, textOf } from './recorded-event.ts'
import type { LineWriter } from './line-writer.ts'
import { endThought, type Thinking } from './thought-lines.ts'

/** The decision on an approval, as the client sent it or the deployment reported it. */
export type Decision = {
  readonly status: 'approved' | 'rejected' | 'expired'
  /** When it was made, in milliseconds since 1970, if that is known. */
  readonly at: number | undefined
}

/** What a turn depends on beyond its own events. */
export type TurnSurroundings = {
  readonly decisionOn: (confirmation: string) => Decision | undefined
  /** When the stream began, in milliseconds since 1970. */
  readonly startedAt: number | undefined
}

type ApprovalOptions = TurnSurroundings & {
  /** The whole thought before the call. */
  readonly thought: string | undefined
  /** Writes the lines of events between the decision and the result. */
  readonly writeInside: (events: readonly TimedEvent[]) => void
}

/**
 * Writes a call that waits for an approval. After a refusal, the further lines go to its branch.
 * Returns false if the next event is none of such a call.
 */
export function writeApproval(
  reader: EventReader,
  writer: LineWriter,
  thinking: Thinking,
  options: ApprovalOptions,
): boolean {
  const isWaiting = reader.peek(1)?.name === 'awaiting_confirmation'
  if (!isStep(reader.peek(), 'iteration', 'start') || !isWaiting) return false
  const start = reader.take()
  const approval = reader.take()
  const between = reader.takeWhile((event) => !isResultOf(start, event))
  const end = reader.isAtEnd ? undefined : reader.take()
  const call = withoutThought(callOf(start.data, end?.data), options.thought)
  endThought(writer, thinking)
  writer.waitFor(start)
  const decision = options.decisionOn(textOf(approval.data['confirmation_id']) ?? '')
  const status = end === undefined ? 'approved' : (decision?.status ?? statusIn(call))
  if (writer.isInBranch) {
    writer.notes.add('an approval after a refused one plays as a call without approval')
    writer.write({ call: { ...call, takes: 0 } })
  } else if (status === 'approved') {
    const branch: ScriptLine[] = []
    writer.inBranch(branch, () => {
      writer.skipTo(between[0] ?? decidedIn(decision, approval, end, options))
      options.writeInside(between)
      endThought(writer, thinking)
    })
    const takes = end === undefined ? 0 : Math.max(0, writer.timeOf(end) - writer.time)
    const lines = branch.length === 0 ? {} : { approved: branch as ApprovalLine['approved'] }
    writer.write({ approval: { call: { ...call, takes }, ...lines } }, takes)
  } else writeRefusal(writer, call, status)
  if (end === undefined) writer.notes.add('the recording ends before the result of an approval')
  else writer.skipTo(end)
  thinkAgain(writer, thinking)
  return true
}

/** Writes a refused call; the rest of the script is for an approval that was not recorded. */
function writeRefusal(
  writer: LineWriter,
  { error, observation: _none, ...call }: ScriptCall,
  status: 'rejected' | 'expired',
): void {
  const branch: ScriptLine[] = [{ pause: 0 }]
  const errors = error === undefined ? {} : { errors: { [status]: error } }
  writer.write({ approval: { call, [status]: branch, ...errors } as ApprovalLine })
  writer.write({ answer: 'Approved. (The recording does not show what follows an approval.)' })
  writer.continueIn(branch)
}

const isResultOf = (start: TimedEvent, event: TimedEvent) =>
  isStep(event, 'iteration', 'done') &&
  event.data['tool'] === start.data['tool'] &&
  isSameJson(event.data['input'], start.data['input'])

/** When the client decided; without its request, the call itself takes no time. */
function decidedIn(
  decision: Decision | undefined,
  approval: TimedEvent,
  end: TimedEvent | undefined,
  { startedAt }: TurnSurroundings,
): Pick<TimedEvent, 't'> {
  const last = end ?? approval
  if (decision?.at === undefined || startedAt === undefined) return last
  const t = Math.round(decision.at - startedAt)
  return { t: Math.min(last.t, Math.max(approval.t, t)) }
}

/** The decision that the result of a call shows. */
function statusIn({ error, observation }: ScriptCall): Decision['status'] {
  if (error === undefined || observation !== undefined) return 'approved'
  if (/timed? ?out|expired/i.test(error)) return 'expired'
  return /reject|den(?:y|ied)|declin|refus|not approved|disapprov/i.test(error)
    ? 'rejected'
    : 'approved'
}
