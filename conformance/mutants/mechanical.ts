import { bodyMutants } from './mechanical/bodies.ts'
import { eventMutants } from './mechanical/events.ts'
import type { MechanicalMutant } from './mechanical/mechanical-mutant.ts'
import { statusMutants } from './mechanical/statuses.ts'
import type { ReplyKind } from './mechanical/traffic.ts'

/** Every mechanical damage to recorded kinds of replies, each a wrong server of its own. */
export const mechanicalMutants = (kinds: readonly ReplyKind[]): readonly MechanicalMutant[] =>
  kinds
    .filter(({ route }) => route.includes(' /api/'))
    .flatMap((kind) => [...statusMutants(kind), ...bodyMutants(kind), ...eventMutants(kind)])
