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
