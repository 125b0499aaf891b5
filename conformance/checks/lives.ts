import { familiesOf, type DeclaredOperation } from '../lives/families.ts'
import { live } from '../lives/live.ts'
import type { ActiveCheck } from '../session/check.ts'

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
  return families.map((family) => ({
    id: `life.${family.path}`,
    level: 'observe',
    rule: 'profile.life',
    plan: family.path.startsWith('/api/admin/') ? 'destructive' : 'core',
    needs: ['user'],
    run: async (session) => live(session, { families, logs }, family),
  }))
}
