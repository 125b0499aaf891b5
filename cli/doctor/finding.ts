/** What `doctor` found at one point. `fix` says what to do, unless all is well. */
export type Finding = {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly fix?: string
}

/** The machine that `doctor` examines. */
export type Machine = {
  readonly cwd: string
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The version of Node, without the `v`. */
  readonly nodeVersion: string
}

export const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found })

export const warn = (name: string, found: string, fix: string): Finding => ({
  name,
  state: 'warn',
  found,
  fix,
})

export const fail = (name: string, found: string, fix: string): Finding => ({
  name,
  state: 'fail',
  found,
  fix,
})
