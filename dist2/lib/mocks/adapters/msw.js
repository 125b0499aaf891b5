import { HttpHandler } from 'msw';
import { ConnectionReset } from '../call.js';
/**
 * The handler, as a list, that answers every call of the platform API and of the control API from a
 * fake, for `setupServer` and `setupWorker` of MSW. With `baseUrl` it also answers `/openapi.json`,
 * and leaves all other origins alone. Throws `TypeError` for a `baseUrl` that is no URL.
 */
export function handlers(fake, options = {}) {
    const { onCrash = reportInPage } = options;
    const answer = async ({ request }) => {
        try {
            // Whoever can be seen by MSW is in this process: no name that it goes by is foreign.
            request.headers.delete('host');
            return breakable(await fake.fetch(request));
        }
        catch (error) {
            const broke = error instanceof TypeError && error.cause instanceof ConnectionReset;
            if (!broke && !request.signal.aborted)
                onCrash(error);
            // MSW would answer with the stack of what was thrown.
            return Response.error();
        }
    };
    return [new QuietHandler(/./, placesOf(options.baseUrl), answer)];
}
/** Everything below the root: `/src/api/client.ts` of a development server is no call. */
function placesOf(baseUrl) {
    if (baseUrl === undefined)
        return /^https?:\/\/[^/]+(\/w\/[^/]+)?\/(api|__control)\//;
    const { location } = globalThis;
    if (!URL.canParse(baseUrl, location?.href))
        throw new TypeError(`Failed to mount a fake at \`${baseUrl}\`: it is no URL; one would be https://api.test.`);
    const base = new URL(baseUrl, location?.href).href.replace(/\/$/, '');
    const literal = base.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw `\$&`);
    return new RegExp(String.raw `^${literal}(/w/[^/]+)?/((api|__control)/|openapi\.json$)`);
}
/** Chunked where it may break: MSW in Node would tell its client that it had ended in order. */
function breakable(response) {
    const { headers } = response;
    // A length is said by us alone, of what a fault breaks off.
    const isPart = headers.has('content-length');
    if (isPart)
        headers.delete('content-length');
    if (isPart || headers.get('content-type')?.startsWith('text/event-stream'))
        headers.set('transfer-encoding', 'chunked');
    return response;
}
/** Lets go of the copy of a stream that MSW makes to log it: it would go on when its reader leaves. */
class QuietHandler extends HttpHandler {
    async log(...args) {
        const { body, headers } = args[0].response;
        if (headers.has('transfer-encoding'))
            void body?.cancel();
        else
            await super.log(...args);
    }
}
function reportInPage(error) {
    const { reportError } = globalThis;
    reportError?.(error);
}
