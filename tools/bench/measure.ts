import { bareName, type BenchServer, type BenchSamples } from './servers/server.ts'
import { formatSpread, ratiosTo, type Rounds } from './statistics.ts'

export type MeasureContext = {
  readonly servers: readonly BenchServer[]
  readonly samples: BenchSamples
  /** Whether to play few short rounds, to compare two versions of the code in two minutes. */
  readonly quick: boolean
}

/** The result of a measure: a table with its bounds. */
export type Measurement = {
  readonly title: string
  /** The description of the procedure and of the columns. */
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly bounds: readonly Bound[]
  readonly notes?: readonly string[]
}

/** A bound that a measured figure must stay within. */
export type Bound = {
  readonly text: string
  /** The measured figure; `NaN` if a part of it was not measured. */
  readonly value: number
  /** The figure of 2026-11-22, before optimisations were removed to make the code simpler. */
  readonly before?: number
  readonly limit: { readonly atMost: number } | { readonly atLeast: number }
}

export type Measure = (context: MeasureContext) => Promise<readonly Measurement[]>

export const hasPassed = ({ value, limit }: Bound): boolean =>
  'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast

/** A column of a table with one row per server. */
export type Column<Result> = {
  readonly title: string
  readonly figure: (result: Result) => number
  /** Whether to add a column with the ratio to a minimal Node server. */
  readonly hasRatio?: boolean
}

/** A table of medians with minimum and maximum, and of their ratios to a minimal Node server. */
export function tableOf<Result>(
  rounds: Rounds<Result>,
  columns: readonly Column<Result>[],
): Pick<Measurement, 'columns' | 'rows'> {
  return {
    columns: [
      '',
      ...columns.flatMap(({ title, hasRatio }) => (hasRatio ? [title, '× bare'] : [title])),
    ],
    rows: [...rounds].map(([name, results]) => [
      name,
      ...columns.flatMap(({ figure, hasRatio }) => {
        const values = results.map(figure)
        const bare = rounds.get(bareName)?.map(figure) ?? []
        const besideBare = name === bareName ? '1' : formatSpread(ratiosTo(values, bare))
        return hasRatio ? [formatSpread(values), besideBare] : [formatSpread(values)]
      }),
    ]),
  }
}
