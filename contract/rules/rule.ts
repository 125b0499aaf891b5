/** One statement that the specification commits to, in our words. */
export type Rule = {
  /** Section and rule of the specification, such as `5.R7` or `6.O1`. */
  readonly clause: string
  readonly says: string
  /** The reason why HTTP alone cannot decide it; such a rule has no check. */
  readonly excluded?: string
}
