import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { openWorld } from '../fake-world.js';
import { openFake } from '../open-fake.js';
import { askControl, urlOf } from '../reach.js';
import { inProcess, inProcessUrl, overHttp, throughMsw, } from './mounts.js';
/**
 * Makes a fake for the tests of this file or `describe`; it is reset around each, and closed behind
 * the last. Call it where tests are declared. Throws `TypeError` for options that exclude each other.
 */
export function useFake(options = {}) {
    const { server = false, msw = false, openStreams = 'end', ...play } = options;
    if (server && msw)
        throw new TypeError('Failed to use a fake: choose one of `server` and `msw`.');
    const fake = openFake(play);
    const inside = { url: inProcessUrl, fetch: (request) => fake.fetch(request) };
    let running = 0;
    let mounted = server || msw ? undefined : inProcess(fake);
    const mount = () => {
        if (mounted !== undefined)
            return mounted;
        throw new Error('The fake is mounted when the tests begin: use it in tests and hooks alone.');
    };
    /** Nobody could say which of two tests a call is from, nor when to begin anew. */
    const alone = (request, send) => {
        if (running < 2)
            return send(request);
        throw new Error('Tests that run at the same time would share one world: ' +
            'take `await fake.world()` in each of them.');
    };
    beforeAll(async () => {
        if (server)
            mounted = await overHttp(fake);
        else if (msw)
            mounted = await throughMsw(fake, msw === true ? {} : msw);
    });
    beforeEach(() => {
        running += 1;
        if (running === 1)
            fake.control().reset();
        return async () => {
            running -= 1;
            if (running > 0)
                return;
            mounted?.override?.();
            try {
                if (openStreams === 'fail')
                    await vi.waitFor(refuseOpenStreams, { timeout: 1000 });
            }
            finally {
                fake.control().reset();
            }
        };
    });
    afterAll(async () => {
        await mounted?.close();
        fake.close();
    });
    /** The end of a stream takes a moment to come from a reader who left over HTTP. */
    function refuseOpenStreams() {
        const open = fake
            .control()
            .journal.list()
            .filter(({ stream }) => stream?.state === 'open')
            .map(({ method, path }) => `${method} ${path}`);
        if (open.length > 0)
            throw new Error(`The test left streams open: ${open.join(', ')}. Abort or read them.`);
    }
    const approach = (name) => ({
        get url() {
            return name === undefined ? mount().url : urlOf(mount(), name);
        },
        fetch: (request) => mount().fetch(request),
    });
    const shared = approach();
    const own = openWorld({ ...inside, fetch: (request) => alone(request, inside.fetch) }, 'default', {
        get url() {
            return shared.url;
        },
        fetch: async (request) => alone(request, shared.fetch),
    });
    return Object.assign(own, {
        async world(wish = {}) {
            const { name } = await askControl(inside, undefined, 'POST worlds', wish);
            const made = openWorld(inside, name, approach(name));
            return Object.assign(made, { [Symbol.asyncDispose]: () => made.delete() });
        },
        override(...handlers) {
            const { override } = mount();
            if (override === undefined)
                throw new Error('Handlers of MSW need it: ask for it by `useFake({ msw: true })`.');
            override(...handlers);
        },
    });
}
