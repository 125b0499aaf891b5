import { type DeclaredOperation, familiesOf, type LifeFamily } from '../lives/families.ts'
import { live } from '../lives/live.ts'
import { canReview, liveReviews } from '../lives/reviews.ts'
import type { ActiveCheck, Plan } from '../session/check.ts'
import type { TestSession } from '../session/test-session.ts'

/** Lists that show what happened elsewhere. */
const isLog = /\/(?:audit|review|activity)[\w-]*$/

/**
 * Creates a check for each family of records: it walks one record through its life, and returns the
 * steps for a comparison with another deployment. Families of administrators act on all users.
 */
export function lifeChecks(operations: readonly DeclaredOperation[]): readonly ActiveCheck[] {
  const families = familiesOf(operations)
  const logs = operations
    .filter(({ method, path }) => method === 'GET' && !path.includes('{') && isLog.test(path))
    .map(({ path }) => path)
  const shared = { level: 'observe', rule: 'profile.life', needs: ['user'] } as const
  return [
    ...families.map((family) => ({
      ...shared,
      id: `life.${family.path}`,
      plan: planOf(family),
      run: async (session: TestSession) => live(session, { families, logs }, family),
    })),
    ...(canReview(operations)
      ? [
          {
            ...shared,
            id: 'life.reviews',
            plan: 'core' as const,
            run: async (session: TestSession) => liveReviews(session, families),
          },
        ]
      : []),
  ]
}

/** An administrator's family acts on all users; a run of an evaluation asks an agent. */
function planOf({ path }: LifeFamily): Plan {
  if (path.startsWith('/api/admin/')) return 'destructive'
  return path.startsWith('/api/eval/runs') ? 'turn' : 'core'
}
