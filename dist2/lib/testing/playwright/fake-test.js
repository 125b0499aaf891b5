import { leadApp } from './lead-app.js';
import { openPageFake } from './page-fake.js';
import { reachServer } from './reach-server.js';
import { tellOfFailure } from './tell-of-failure.js';
import { endWorld, makeWorld } from './world-of-test.js';
/** Your `test` of Playwright, with a `fake` for each test that other tests know nothing of. */
export function fakeTest(base, { server = {}, world = {}, app = {} } = {}) {
    // Its own fixtures are all that is used here of it, whatever was added.
    const plain = base;
    const extended = plain.extend({
        fakeServer: [server, { option: true, scope: 'worker' }],
        fakeWorld: [world, { option: true }],
        fakeApp: [app, { option: true }],
        fakeReach: [
            async ({ fakeServer }, use) => {
                const { reach, close } = await reachServer(fakeServer);
                await use(reach);
                await close();
            },
            { scope: 'worker' },
        ],
        fake: async ({ fakeReach, fakeWorld, fakeApp }, use, testInfo) => {
            const own = await makeWorld(fakeReach, fakeWorld, testInfo);
            await use(openPageFake(own, fakeApp));
            await tellOfFailure(own, testInfo);
            await endWorld(own);
        },
        // Depends on the fake, so that pages are closed before their world ends.
        context: async ({ context, fake, fakeApp }, use) => {
            await leadApp(context, fake, fakeApp);
            await use(context);
        },
    });
    return extended;
}
