import { ownLimits } from '../../contract/limits.js';
import { signJwt } from './jwt.js';
/** Signs an access token of a user that lives for this many seconds from now (2.7). */
export function accessToken(world, user, seconds, session = '') {
    return sign(world, user, 'access', seconds, session).token;
}
/** Signs a refresh token for a session of a user, and notes it as the newest. */
export function refreshToken(world, user, session) {
    const { token, id } = sign(world, user, 'refresh', ownLimits.refreshTokenSeconds, session);
    const now = world.clock.now();
    const expires = new Date(now + ownLimits.refreshTokenSeconds * 1000);
    const refreshed_at = world.clock.iso();
    world.sessions.issued(user.id, id, {
        id: session,
        started_at: refreshed_at,
        refreshed_at,
        expires_at: expires.toISOString(),
    });
    return token;
}
/** Signs a ticket: it stands in for the credential in the body of a chat request, for a minute. */
export function chatTicket(world, user) {
    return sign(world, user, 'ticket', ownLimits.ticketSeconds).token;
}
function sign(world, user, type, seconds, session = '') {
    const iat = Math.floor(world.clock.now() / 1000);
    const id = world.random.uuid(`${type}-token`, user.id);
    const claims = {
        sub: user.id,
        email: user.email,
        type,
        iat,
        exp: iat + seconds,
        jti: id,
        sid: session,
        revocations: world.sessions.revocations(user.id),
        world: world.name,
    };
    return { id, token: signJwt(claims, world.jwtSecret) };
}
