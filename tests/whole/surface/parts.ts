import { deployedProfile } from '../../profiles/deployment/deployed-profile.ts'
import { commandsText } from './commands.ts'
import { exchangesText } from './exchanges.ts'
import { exportsText } from './exports.ts'
import { contractJourney, controlJourney, deployedJourney } from './requests.ts'
import { completionText, dataText, schemasText } from './tables.ts'

type Makers = Readonly<Record<string, () => string | Promise<string>>>

/** The parts that take only seconds, by the names of their files in `frozen/`. */
export const quickParts: Makers = {
  exports: exportsText,
  completion: completionText,
  schemas: schemasText,
  data: dataText,
  control: () => exchangesText(controlJourney),
}

/**
 * Everything that a user of the package or of a server can observe. Generated pages freeze the
 * rest: docs/commands.md the help of each command, docs/choices.md the choices with options and
 * grades, docs/coverage.md the rules, docs/operations.md the operations, docs/mounts.md what mounts
 * change.
 */
export const parts: Makers = {
  ...quickParts,
  commands: commandsText,
  documented: () => exchangesText(contractJourney()),
  'deployed-0.8': () => exchangesText(deployedJourney(), deployedProfile),
}

export const fileOf = (name: string): string => `tests/whole/surface/frozen/${name}.txt`
