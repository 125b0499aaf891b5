import { type EventReader, isAnswer, isStep, type TimedEvent, textOf } from './recorded-event.ts'
import type { LineWriter } from './line-writer.ts'
import { pacedTexts } from './text-pace.ts'
import { endThought, type Thinking } from './thought-lines.ts'

const isBefore = (event: TimedEvent | undefined) =>
  isStep(event, 'answer', 'start') || event?.name === 'compact' || event?.name === 'heartbeat'

const answerText = ({ data }: TimedEvent) => textOf(data['text']) ?? ''

/** Whether an answer begins here, perhaps with the events that the fake sends before it. */
function beginsAnswer(reader: EventReader): boolean {
  let ahead = 0
  while (isBefore(reader.peek(ahead))) ahead++
  return isAnswer(reader.peek(ahead), 'start') || isAnswer(reader.peek(ahead), 'delta')
}

/**
 * Writes an answer: its start, its deltas and its end. Returns its text; `undefined` if no answer
 * begins here.
 */
export function writeAnswer(
  reader: EventReader,
  writer: LineWriter,
  thinking: Thinking,
): string | undefined {
  if (!beginsAnswer(reader)) return undefined
  const first = reader.peek()
  endThought(writer, thinking)
  if (first !== undefined) writer.waitFor(first)
  const before = reader.takeWhile((event) => isBefore(event) || isAnswer(event, 'start'))
  for (const { name, data } of before)
    if (name === 'compact') {
      const { original_messages, kept_messages } = data
      if (Number.isInteger(original_messages) && Number.isInteger(kept_messages))
        writer.write({
          compact: {
            original_messages: Number(original_messages),
            kept_messages: Number(kept_messages),
          },
        })
    }
  let text = ''
  let isEmpty = true
  for (;;) {
    const deltas = reader.takeWhile((event) => isAnswer(event, 'delta'))
    text += deltas.map(answerText).join('')
    if (deltas.length > 0) isEmpty = false
    for (const paced of pacedTexts(writer.deltasOf(deltas, answerText)))
      writer.write({ answer: paced })
    const next = reader.peek()
    // A heartbeat does not end an answer.
    if (next?.name !== 'heartbeat') break
    if (isEmpty) writer.write({ answer: '' })
    isEmpty = false
    writer.writeEvent(reader.take())
  }
  if (isEmpty) writer.write({ answer: '' })
  if (isAnswer(reader.peek(), 'done')) writer.waitFor(reader.take())
  return text
}
