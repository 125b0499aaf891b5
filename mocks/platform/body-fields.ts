/** The fields that a body gives: absent ones stay away, null ones have their default again. */
export function withDefaults<Defaults extends object>(
  given: { readonly [Field in keyof Defaults]?: Defaults[Field] | null | undefined },
  defaults: Defaults,
): Partial<Defaults> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([field, value]) => [field, value ?? defaults[field as keyof Defaults]]),
  ) as Partial<Defaults>
}
