import type { ResponseKind } from './traffic.ts'
import {
  onStatus,
  onJson,
  type Wrap,
  onEvent,
  onEvents,
} from '../../../conformance/mutants/wrap.ts'
import { editAt, editsThatShow, pathsIn } from './json-edits.ts'
import * as z from 'zod/mini'
import {
  specifiedError,
  specifiedIssue,
  specifiedKey,
  specifiedLogin,
  specifiedPage,
  specifiedSuccess,
  specifiedValidation,
} from '../../../contract/records/specified.ts'
import { dataOf, type WireFrame, withData } from '../../../conformance/mutants/wire-frame.ts'

/** Makes one mutant for each mechanical damage to each recorded kind of response. */
export const mechanicalMutants = (kinds: readonly ResponseKind[]): readonly MechanicalMutant[] =>
  kinds
    .filter(({ route }) => route.includes(' /api/'))
    .flatMap((kind) => [...statusMutants(kind), ...bodyMutants(kind), ...eventMutants(kind)])

/** A similar status for each status. */
const neighbours: Readonly<Record<number, number>> = {
  200: 201,
  201: 200,
  204: 200,
  400: 422,
  401: 403,
  403: 401,
  404: 400,
  422: 400,
}

/** Replaces the status by a similar one, and by 500. */
const statusMutants = ({ name, route, status }: ResponseKind): readonly MechanicalMutant[] =>
  [neighbours[status] ?? 418, 500].map((other) => ({
    id: `status ${name} ${other}`,
    kind: name,
    breaksSchema: false,
    wrap: onStatus(route, { [status]: other }),
  }))

/** Drops, nulls or retypes each value in the bodies. */
function bodyMutants(kind: ResponseKind): readonly MechanicalMutant[] {
  const { name: ofKind, route, status, bodies } = kind
  const paths = new Map(bodies.flatMap(pathsIn).map((path) => [path.join('.'), path]))
  return [...paths].flatMap(([name, path]) =>
    editsThatShow(bodies, path).map(([verb, edit]) => ({
      id: `${verb} ${ofKind} ${name}`,
      kind: ofKind,
      breaksSchema: bodies.some(
        (body) => isAsSpecified(kind, body) && !isAsSpecified(kind, editAt(body, path, edit)),
      ),
      wrap: onJson(route, (json, _, got) => {
        const edited = got === status ? editAt(json, path, edit) : json
        return edited === json ? undefined : edited
      }),
    })),
  )
}

/** A generated mutant: one mechanical damage to one kind of response. */
export type MechanicalMutant = {
  /** The field and its damage, such as `dropped GET /api/agents 200 items.*.id`. */
  readonly id: string
  /** The kind of response, by route and status. */
  readonly kind: string
  /** Whether the damage breaks a specified schema; then the mutant must not survive. */
  readonly breaksSchema: boolean
  readonly wrap: Wrap
}

const pageOf = (item: z.ZodMiniType) => z.extend(specifiedPage, { items: z.array(item) })
const validation = z.extend(specifiedValidation, { detail: z.optional(z.array(specifiedIssue)) })

const anything = z.unknown()

/** The specified schema of the bodies of a kind. */
function schemaOf({ route, status }: Pick<ResponseKind, 'route' | 'status'>): z.ZodMiniType {
  if (status === 422) return validation
  if (status >= 400) return specifiedError
  return specifiedBodies[route] ?? anything
}

const specifiedBodies: Readonly<Record<string, z.ZodMiniType>> = {
  'GET /api/me/api-keys': pageOf(specifiedKey),
  'PATCH /api/me/api-keys/{id}/active': specifiedKey,
  'GET /api/conversations': pageOf(anything),
  'GET /api/knowledge-bases': pageOf(anything),
  'GET /api/agents': pageOf(anything),
  'GET /api/agents/{id}': specifiedSuccess,
  'POST /api/conversations': specifiedSuccess,
  'PATCH /api/conversations/{id}': specifiedSuccess,
  'POST /api/auth/login': specifiedLogin,
}

/** Whether a body matches the specified schema of its kind. */
const isAsSpecified = (kind: ResponseKind, body: unknown): boolean =>
  schemaOf(kind).safeParse(body).success

/** Drops, renames, doubles or moves each event type of a stream, or damages its payload. */
const eventMutants = (kind: ResponseKind): readonly MechanicalMutant[] =>
  [...kind.events].flatMap(([type, frames]) => [
    ...damagesTo(kind, type, frames),
    ...payloadMutants(kind, type, frames),
  ])

function damagesTo(
  { name: kind, route }: ResponseKind,
  type: string,
  [sample]: readonly WireFrame[],
): readonly MechanicalMutant[] {
  const damages: Readonly<Record<string, Wrap>> = {
    'event-dropped': onEvent(route, type, () => []),
    'event-renamed': onEvent(route, type, (frame) => ({ ...frame, event: 'something_else' })),
    'event-doubled': onEvent(route, type, (frame) => [frame, frame]),
    'event-moved':
      terminal.has(type) && sample ? movedFirst(route, sample) : movedLater(route, type),
  }
  return Object.entries(damages).map(([verb, wrap]) => ({
    id: `${verb} ${kind} ${type}`,
    kind,
    breaksSchema: false,
    wrap,
  }))
}

const terminal = new Set(['end', 'resume_done'])

/** Swaps each event of a type with the next event. */
const movedLater = (route: string, type: string): Wrap =>
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

/** Moves the last event to the beginning. */
const movedFirst = (route: string, sample: WireFrame): Wrap =>
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
  { name: kind, route }: ResponseKind,
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
