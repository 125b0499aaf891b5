import type { Policy } from '../world/behaviour.ts'

/** The fields that a body sets. Absent fields stay as they are, and `null` restores the default. */
export function withDefaults<Defaults extends object>(
  body: { readonly [Field in keyof Defaults]?: Defaults[Field] | null | undefined },
  defaults: Defaults,
): Partial<Defaults> {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([field, value]) => [field, value ?? defaults[field as keyof Defaults]]),
  ) as Partial<Defaults>
}

type Defined<Body> = { [Field in keyof Body]?: NonNullable<Body[Field]> }

/** The fields of a body that are neither absent nor `null`. */
export const definedFields = <Body extends object>(body: Body): Defined<Body> =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  ) as Defined<Body>

/** The body of a `PUT`. Where it may be partial, the record has the fields that it does not set. */
export const wholeBody = <Body extends object>(
  { connections }: Policy,
  body: Body,
  record: object,
): Body => (connections.updatesPartly ? { ...record, ...definedFields(body) } : body) as Body
