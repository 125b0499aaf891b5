import { pageQuery } from '../bodies.js';
import { changePasswordBody, notificationsBody, profileBody } from '../bodies/account.js';
/** What the operations in `endpoints/account.ts` take. */
export const accountInputs = {
    'auth.profile': { body: profileBody },
    'auth.change-password': { body: changePasswordBody },
    'me.sessions': { query: pageQuery },
    'me.notifications.update': { body: notificationsBody },
};
