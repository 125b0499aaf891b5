import { writeAnswer } from './answer-lines.ts'
import { type TurnSurroundings, writeApproval } from './approval-lines.ts'
import { writeCalls, writeInject } from './call-lines.ts'
import { EventReader } from './event-reader.ts'
import type { LineWriter } from './line-writer.ts'
import { noPauses } from '../../../contract/scripts/own-pauses.ts'
import { writePlan } from './plan-lines.ts'
import { isPhase, isStep, type TimedEvent, textOf } from './recorded-event.ts'
import { beginThought, writeThought } from './thought-lines.ts'

/** Writes the lines of all events before the end of a turn. Returns the text of its answer. */
export function writeLines(
  events: readonly TimedEvent[],
  writer: LineWriter,
  mode: 'react' | 'dag',
  surroundings: TurnSurroundings,
): string {
  const thinking = { isOpen: false, isFresh: mode === 'react' }
  if (mode === 'react') beginThought(writer, thinking)
  let answer = ''
  let thought: string | undefined
  const writeInside = (inner: readonly TimedEvent[]) => writeAll(new EventReader(inner))
  const writeAll = (reader: EventReader): void => {
    while (!reader.isAtEnd) {
      const next = reader.peek() as TimedEvent
      if (isPhase(next, 'selecting_tools', 'done')) {
        // The fake sends it after the first pause of a script.
        if (writer.lines.length === 0 && writer.pauses === noPauses) writer.waitFor(next)
        reader.take()
        continue
      }
      if (mode === 'dag' && writePlan(reader, writer)) continue
      const text = writeAnswer(reader, writer, thinking)
      if (text !== undefined) {
        answer += text
        continue
      }
      if (writeApproval(reader, writer, thinking, { ...surroundings, thought, writeInside }))
        continue
      if (writeCalls(reader, writer, thinking, thought)) continue
      const isThought = next.name === 'step' && next.data['type'] === 'thinking'
      if (isThought) thought = textOf(next.data['reasoning']) || thought
      if (writeThought(reader, writer, thinking)) continue
      reader.take()
      if (next.name === 'inject') {
        writeInject(writer, next)
        thinking.isFresh = thinking.isOpen
        if (thinking.isOpen && isStep(reader.peek(), 'thinking', 'start'))
          beginThought(writer, thinking)
      } else if (next.name !== 'end' && next.name !== 'resume_done') writer.writeEvent(next)
    }
  }
  writeAll(new EventReader(events))
  return answer
}
