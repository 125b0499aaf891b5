import type { Attack } from './attack.ts'
import { credentialAttacks } from './credentials.ts'
import { documentAttacks } from './documents.ts'
import { faultAndClockAttacks } from './faults-and-clock.ts'
import { journalAttacks } from './journal.ts'
import { contradictionAttacks } from './contradictions.ts'
import { graphAttacks } from './graphs.ts'
import { recordAttacks } from './records.ts'
import { searchAttacks } from './search.ts'
import { streamAttacks } from './streams.ts'
import { suggestionAttacks } from './suggestions.ts'
import { workflowAttacks } from './workflows.ts'

export const attacks: readonly Attack[] = [
  ...documentAttacks,
  ...workflowAttacks,
  ...suggestionAttacks,
  ...journalAttacks,
  ...faultAndClockAttacks,
  ...searchAttacks,
  ...graphAttacks,
  ...recordAttacks,
  ...contradictionAttacks,
  ...streamAttacks,
  ...credentialAttacks,
]
