import type * as z from 'zod/mini'
import type { profileBody } from '../../contract/operations/account.ts'
import type { OwnUsage } from '../../contract/records/portal.ts'
import type { Session as LoginSession } from '../../contract/records/session.ts'
import type { User } from '../../contract/records/user.ts'
import type { Caller, CallOptions } from '../caller.ts'
import { listAt } from '../page.ts'

export type ProfileChange = z.infer<typeof profileBody>

/** The account of whoever is signed in. */
export function accountOf(caller: Caller) {
  const { request } = caller
  return {
    read: (options?: CallOptions) => request<User>('GET', '/api/auth/me', options),
    /** What is absent stays, `null` is the default again. */
    update: (change: ProfileChange, options?: CallOptions) =>
      request<User>('PATCH', '/api/auth/profile', { ...options, body: change }),
    /** The tokens used in this month, against the quota. */
    usage: (options?: CallOptions) => request<OwnUsage>('GET', '/api/me/usage', options),
    /** The logins that can still be refreshed. */
    sessions: listAt<LoginSession>(caller, '/api/me/sessions'),
  }
}
