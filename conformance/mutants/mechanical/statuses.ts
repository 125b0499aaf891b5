import { onStatus } from '../kit.ts'
import type { MechanicalMutant } from './mechanical-mutant.ts'
import type { ReplyKind } from './traffic.ts'

/** A status that is near enough to be taken for the right one. */
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

/** The status of a kind of reply: its neighbour, and 500. */
export const statusMutants = ({ name, route, status }: ReplyKind): readonly MechanicalMutant[] =>
  [neighbours[status] ?? 418, 500].map((other) => ({
    id: `status ${name} ${other}`,
    kind: name,
    breaksSchema: false,
    wrap: onStatus(route, { [status]: other }),
  }))
