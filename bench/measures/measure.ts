import type { Contestant, Material } from '../contestants/contestant.ts'

/** What a measure is given. */
export type Field = {
  readonly contestants: readonly Contestant[]
  readonly material: Material
  /** Few and short rounds: to see that all of it works. */
  readonly quick: boolean
}

/** What a measure found, as a table. */
export type Findings = {
  readonly title: string
  /** What was done, and what each column is. */
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly goals?: readonly Goal[]
  /** What a reader must know to read the rows. */
  readonly notes?: readonly string[]
}

/** What was promised of a measure, and what came of it. */
export type Goal = {
  readonly text: string
  readonly reached: number
  readonly bound: { readonly most: number } | { readonly least: number }
}

/** Measures one table; nothing where a short bench leaves it out. */
export type Measure = (field: Field) => Promise<Findings | undefined>

/** Whether what was reached is within its bound. */
export const isMet = ({ reached, bound }: Goal): boolean =>
  'most' in bound ? reached <= bound.most : reached >= bound.least

/** Whether those whom a goal compares both took part. */
export const isMeasured = ({ reached }: Goal): boolean => Number.isFinite(reached)
