/** The known defects of the deployment that a run can show, by number (see docs/workflows.md). */
const defects = {
  'F-010': 'it does not know node types with inner capitals, such as `httpRequest`',
  'F-016': 'it ignores the defaults of the inputs',
  'F-020': 'it does not resolve a reference to the `output_variable` of this node',
  'F-031': 'it ends a stream after 15 seconds without an event',
  'F-034': 'a failed node fails the run, whatever its error strategy is',
  'F-040': 'it evaluates this condition differently from the editor',
  '1.4': 'an empty loop runs once, and a loop ends one pass before its limit',
} as const

export type Defect = keyof typeof defects

/** Returns a note that says that the deployment fails in the same way as this run, and why. */
export const describeDefect = (fact: Defect): string =>
  `the deployment fails here, too (${fact}): ${defects[fact]}`

/** The beginning of the error of a run whose blueprint cannot run (F-012). */
export const invalidBlueprint = 'BlueprintValidationError: '
