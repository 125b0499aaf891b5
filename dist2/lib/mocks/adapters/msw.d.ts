import { HttpHandler } from 'msw';
import type { Core } from '../core.ts';
/** Where a fake is mounted, and who hears of its crashes. */
export type HandlersOptions = {
    /** Where the platform is, such as `https://api.test`; any origin unless given. */
    readonly baseUrl?: string;
    /** Told of what kept a call from an answer; unless given, the console of a page shows it. */
    readonly onCrash?: (error: unknown) => void;
};
/**
 * The handler, as a list, that answers every call of the platform API and of the control API from a
 * fake, for `setupServer` and `setupWorker` of MSW. With `baseUrl` it also answers `/openapi.json`,
 * and leaves all other origins alone. Throws `TypeError` for a `baseUrl` that is no URL.
 */
export declare function handlers(fake: Pick<Core, 'fetch'>, options?: HandlersOptions): HttpHandler[];
