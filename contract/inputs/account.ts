import { pageQuery } from '../bodies.ts'
import { changePasswordBody, notificationsBody, profileBody } from '../bodies/account.ts'
import type { Inputs } from './input.ts'

/** What the operations in `endpoints/account.ts` take. */
export const accountInputs = {
  'auth.profile': { body: profileBody },
  'auth.change-password': { body: changePasswordBody },
  'me.sessions': { query: pageQuery },
  'me.notifications.update': { body: notificationsBody },
} as const satisfies Inputs
