/** A world, as the control API lists it. */
export type WorldOutline = {
  readonly name: string
  readonly seed: string
  readonly fixture: string
  readonly profile: string
  readonly speed: number | 'max'
  readonly time: { readonly now: string; readonly frozen: boolean; readonly scale: number }
  readonly streams: number
  readonly idle_ms: number
  readonly ttl_ms: number | null
}

/** The same, with what one needs to sign in. */
export type WorldAccount = WorldOutline & {
  readonly users: readonly { readonly email: string; readonly password: string }[]
  /** The values of keys, by what they are made for. */
  readonly keys: Readonly<Record<string, string>>
}
