/** What is said in one language where no script answers; `{}` is a name or a number. */
export type Phrases = {
  /** Queries that greet, thank, or ask what can be done, in small letters. */
  readonly greetings: readonly string[]
  readonly thanks: readonly string[]
  readonly abilities: readonly string[]
  readonly hello: string
  readonly welcome: string
  readonly assistant: string
  readonly iAm: string
  readonly documents: string
  readonly examples: string
  readonly ask: string
  readonly found: string
  readonly more: string
  readonly nothing: string
  /** Nothing was found, and there is nothing to look into. */
  readonly noDocuments: string
  readonly narrow: string
  readonly think: string
  readonly search: string
  readonly hits: string
  readonly choose: string
  readonly chosen: string
  readonly write: string
  readonly written: string
  readonly achieved: string
  readonly missed: string
  readonly suggestions: readonly string[]
}
