import { onJson } from '../kit.ts'
import { editAt, editsThatShow, pathsIn } from './json-edits.ts'
import type { MechanicalMutant } from './mechanical-mutant.ts'
import { isAsSpecified } from './specified.ts'
import type { ReplyKind } from './traffic.ts'

/** Each value of the bodies of a kind: dropped, nulled, retyped. */
export function bodyMutants(kind: ReplyKind): readonly MechanicalMutant[] {
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
