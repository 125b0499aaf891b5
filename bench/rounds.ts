import { ratioOf, ratioText, spreadText } from './figures.ts'

/** What each contestant did, round after round, to be told beside one of them. */
export class Rounds<Result extends object> {
  readonly #results: ReadonlyMap<string, readonly Result[]>
  readonly #base: string

  constructor(results: ReadonlyMap<string, readonly Result[]>, base = 'bare node:http') {
    this.#results = results
    this.#base = base
  }

  /** The names of those who took part. */
  get names(): readonly string[] {
    return [...this.#results.keys()]
  }

  /** One figure of every round of a contestant; none of one who took no part. */
  values(name: string, pick: (result: Result) => number): number[] {
    return (this.#results.get(name) ?? []).map(pick)
  }

  /** The median of a figure, with the least and the most. */
  spread(name: string, pick: (result: Result) => number): string {
    return spreadText(this.values(name, pick))
  }

  /** The ratio to the base, as text. */
  beside(name: string, pick: (result: Result) => number): string {
    return name === this.#base
      ? '1'
      : ratioText(this.values(name, pick), this.values(this.#base, pick))
  }

  /** The median ratio to another, the base unless named; `NaN` where either took no part. */
  ratio(name: string, pick: (result: Result) => number, other: string = this.#base): number {
    return ratioOf(this.values(name, pick), this.values(other, pick))
  }
}
