import { ApiError } from './api-error.js';
/** The longest time before its end at which a token is renewed: calls take a while, too. */
const longestMargin = 60_000;
export function createSessionKeeper(options) {
    const { onSession, refresh, wall } = options;
    let current;
    let renewAt = Infinity;
    let renewing;
    function use(session) {
        current = session;
        const expiresAt = session?.expiresAt ?? Infinity;
        // A token of a short life is renewed late in it, not at every call.
        const margin = Math.min(longestMargin, Math.max(0, expiresAt - wall.now()) / 10);
        renewAt = expiresAt === Infinity ? Infinity : expiresAt - margin;
    }
    function adopt(session) {
        use(session);
        onSession?.(session);
    }
    /** Renews a session; all who ask meanwhile wait for the same answer. */
    function renew(of, refreshToken) {
        if (renewing?.of === of)
            return renewing.work;
        const work = exchange(of, refreshToken).finally(() => {
            if (renewing?.work === work)
                renewing = undefined;
        });
        renewing = { of, work };
        return work;
    }
    async function exchange(of, refreshToken) {
        try {
            const renewed = { ...of, ...(await refresh(refreshToken)) };
            // Whoever signed out or in meanwhile meant it.
            if (current === of)
                adopt(renewed);
        }
        catch (error) {
            if (current === of && isFinal(error))
                adopt(undefined);
            throw error;
        }
    }
    use(options.session);
    return {
        get current() {
            return current;
        },
        use,
        adopt,
        async token() {
            const { refreshToken, expiresAt = Infinity } = current ?? {};
            if (current !== undefined && refreshToken !== undefined && wall.now() >= renewAt)
                await renew(current, refreshToken).catch((error) => {
                    // A token that still lives will do, where the platform could not be asked for another.
                    if (current === undefined || wall.now() >= expiresAt)
                        throw error;
                });
            return current?.accessToken;
        },
        async tokenAfter(refused) {
            if (current?.accessToken === refused && current.refreshToken !== undefined)
                await renew(current, current.refreshToken);
            return current?.accessToken === refused ? undefined : current?.accessToken;
        },
    };
}
/** Whether a refresh was refused for good, and not merely missed. */
const isFinal = (error) => error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408 &&
    error.status !== 429;
