import type { Policy } from '../world/behaviour.ts'

/** Returns the fields that a body sets. `null` becomes the default; absent fields are left out. */
export function withDefaults<Defaults extends object>(
  body: { readonly [Field in keyof Defaults]?: Defaults[Field] | null | undefined },
  defaults: Defaults,
): Partial<Defaults> {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([field, value]) => [field, value ?? defaults[field as keyof Defaults]]),
  ) as Partial<Defaults>
}

type DefinedFields<Body> = { [Field in keyof Body]?: NonNullable<Body[Field]> }

/** The fields of a body that are neither absent nor `null`. */
export const definedFields = <Body extends object>(body: Body): DefinedFields<Body> =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  ) as DefinedFields<Body>

type CompleteSettings<Body, Defaults> = {
  [Field in keyof Body]-?:
    | NonNullable<Body[Field]>
    | (Field extends keyof Defaults ? Defaults[Field] : never)
}

/** Returns all fields of a schema. A field that the body omits or sets to `null` gets a default. */
export const settingsWithDefaults = <Body extends object, Defaults extends object>(
  { shape }: { readonly shape: { readonly [Field in keyof Body]: unknown } },
  body: Body,
  defaults: Defaults,
) =>
  Object.fromEntries(
    Object.keys(shape).map((field) => [
      field,
      body[field as keyof Body] ?? defaults[field as keyof Defaults],
    ]),
  ) as CompleteSettings<Body, Defaults>

/** Returns the body of a `PUT`. If bodies may be partial, the stored record fills absent fields. */
export const completePutBody = <Body extends object>(
  { connections }: Policy,
  body: Body,
  record: object,
): Body => (connections.updatesPartly ? { ...record, ...definedFields(body) } : body) as Body
