import { member } from '../json.js';
import { isAccepted, skip } from '../must.js';
import { tryCredential } from '../setup/keys.js';
import { needed } from './aids.js';
import { seen } from './observer.js';
/** What ends with the sessions of a user (4.1). */
export const sessionObservers = {
    'sessions.revocation': {
        plan: 'core',
        last: true,
        look: async ({ lab, aids }) => {
            needed(aids.endSessions || undefined, '--end-sessions');
            const flags = '--other-email and --other-password';
            const email = needed(lab.target.otherEmail, flags);
            const body = { email, password: needed(lab.target.otherPassword, flags) };
            const session = await lab.send({ method: 'POST', path: '/api/auth/login', body });
            const access = member(session.json, 'access_token');
            const refreshToken = member(session.json, 'refresh_token');
            if (typeof access !== 'string' || typeof refreshToken !== 'string') {
                skip('the login gives no two tokens');
            }
            // What was issued in the second of the revocation may count as issued after it.
            await lab.sleep(1100);
            const path = '/api/me/sessions/revoke-all';
            await lab.send({ method: 'POST', path, bearer: access });
            if (isAccepted(await tryCredential(lab, access)))
                skip('access tokens work on');
            const again = { refresh_token: refreshToken };
            const refresh = await lab.send({ method: 'POST', path: '/api/auth/refresh', body: again });
            return seen(refresh, isAccepted(refresh) ? 'access' : 'all');
        },
    },
};
