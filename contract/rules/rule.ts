/** One statement that the specification commits to, in our words. */
export type Rule = {
  /** Section and rule of the specification, such as `5.R7` or `6.O1`. */
  readonly clause: string
  readonly says: string
  /** The reason why the rule cannot be checked over HTTP alone. Such a rule has no check. */
  readonly excluded?: string
}

/** Creates the rules of a clause, from the text of each rule, and the reason if it has no check. */
export const clause = <Id extends string>(
  name: string,
  rows: Readonly<Record<Id, string | Omit<Rule, 'clause'>>>,
): Readonly<Record<Id, Rule>> => {
  const rulesOf = Object.entries<string | Omit<Rule, 'clause'>>(rows).map(([id, row]) => [
    id,
    { clause: name, ...(typeof row === 'string' ? { says: row } : row) },
  ])
  return Object.fromEntries(rulesOf) as Record<Id, Rule>
}
