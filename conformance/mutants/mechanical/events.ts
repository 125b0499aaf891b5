import type { Wrap } from '../mutant.ts'
import { onEvent, onEvents } from '../kit.ts'
import { dataOf, type WireFrame, withData } from '../wire-frame.ts'
import { editAt, editsThatShow, pathsIn } from './json-edits.ts'
import type { MechanicalMutant } from './mechanical-mutant.ts'
import type { ReplyKind } from './traffic.ts'

/** Each event type of a kind of stream: dropped, renamed, doubled, moved, its payload damaged. */
export const eventMutants = (kind: ReplyKind): readonly MechanicalMutant[] =>
  [...kind.events].flatMap(([type, frames]) => [
    ...damagesTo(kind, type, frames),
    ...payloadMutants(kind, type, frames),
  ])

function damagesTo(
  { name: kind, route }: ReplyKind,
  type: string,
  [sample]: readonly WireFrame[],
): readonly MechanicalMutant[] {
  const damages: Readonly<Record<string, Wrap>> = {
    'event-dropped': onEvent(route, type, () => []),
    'event-renamed': onEvent(route, type, (frame) => ({ ...frame, event: 'something_else' })),
    'event-doubled': onEvent(route, type, (frame) => [frame, frame]),
    'event-moved': terminal.has(type) && sample ? first(route, sample) : later(route, type),
  }
  return Object.entries(damages).map(([verb, wrap]) => ({
    id: `${verb} ${kind} ${type}`,
    kind,
    breaksSchema: false,
    wrap,
  }))
}

const terminal = new Set(['end', 'resume_done'])

/** Each event of a type changes places with the one behind it. */
const later = (route: string, type: string): Wrap =>
  onEvents(route, () => {
    let held: WireFrame | undefined
    return (frame) => {
      if (held === undefined && frame.event === type) {
        held = frame
        return []
      }
      const moved = held
      held = undefined
      return moved === undefined ? frame : [frame, moved]
    }
  })

/** The last event comes first. */
const first = (route: string, sample: WireFrame): Wrap =>
  onEvents(route, () => {
    let isFirst = true
    return (frame) => {
      const isOwn = frame.event === sample.event
      const made = isFirst ? [sample, ...(isOwn ? [] : [frame])] : isOwn ? [] : frame
      isFirst = false
      return made
    }
  })

function payloadMutants(
  { name: kind, route }: ReplyKind,
  type: string,
  frames: readonly WireFrame[],
): readonly MechanicalMutant[] {
  const payloads = frames.map(dataOf)
  const paths = new Map(payloads.flatMap(pathsIn).map((path) => [path.join('.'), path]))
  return [...paths].flatMap(([name, path]) =>
    editsThatShow(payloads, path).map(([verb, edit]) => ({
      id: `${verb} ${kind} ${type} ${name}`,
      kind,
      breaksSchema: false,
      wrap: onEvent(route, type, (frame) => {
        const data = dataOf(frame)
        const edited = editAt(data, path, edit)
        return edited === data ? frame : withData(frame, edited)
      }),
    })),
  )
}
