import type { ActiveCheck, Need } from './check.ts'
import type { Target } from './lab.ts'

/** The flags that a check would need and that were not given; undefined where nothing is missing. */
export function missingFlags(check: ActiveCheck, target: Target): string | undefined {
  const hasLogin = target.email !== undefined && target.password !== undefined
  const given: Record<Need, boolean> = {
    user: hasLogin || target.apiKey !== undefined,
    login: hasLogin,
    'other-user': target.otherEmail !== undefined && target.otherPassword !== undefined,
    'expired-token': target.expiredToken !== undefined,
  }
  const missing = check.needs?.find((need) => !given[need])
  return missing && flags[missing]
}

const flags: Record<Need, string> = {
  user: '--email and --password, or --api-key',
  login: '--email and --password',
  'other-user': '--other-email and --other-password',
  'expired-token': '--expired-token',
}
