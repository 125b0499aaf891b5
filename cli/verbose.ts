import { escapeLine, escapeStack } from '../contract/escape.ts'
import type { CrashPlace } from '../mocks/fake-options.ts'
import type { CallLine, StreamLine } from '../mocks/journal/show.ts'

/** One line about a call that was answered, or about a stream that has ended. */
export function callLine(call: CallLine): string {
  const { number, world, method, path, status, ms, explanation, stream, scenario } = call
  const head = `#${number} ${world} ${method} ${path}`
  if (stream !== null && stream.state !== 'open') return escapeLine(`${head} ${ending(stream)}`)
  const answer = status === null ? 'no answer' : String(status)
  const remarks = [scenario && `plays ${scenario}`, explanation].filter((one) => one !== null)
  return escapeLine([`${head} ${answer} ${Math.round(ms)} ms`, ...remarks].join(' – '))
}

const endings: Readonly<Record<StreamLine['state'], string>> = {
  open: 'goes on',
  end: 'ended',
  left: 'was left by its reader',
  cut: 'was cut',
}

const ending = ({ state, events, bytes }: StreamLine) =>
  `${endings[state]} after ${events} events, ${bytes} bytes`

/** A crash with its cause and what shows it again. All lines but the first are indented. */
export const crashText = (error: unknown, place: CrashPlace): string =>
  `${placeOf(place)} crashed: ${escapeStack(error)}`

function placeOf({ world, seed, call }: CrashPlace): string {
  const number = call?.number === undefined ? '' : ` (call ${call.number})`
  const what = call === undefined ? 'A stream' : `${call.method} ${call.path}${number}`
  return escapeLine(`${what} of world ${world}, seed ${seed},`)
}
