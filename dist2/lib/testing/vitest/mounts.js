/** The origin of a fake that is called in process: it stands for none that there is. */
export const inProcessUrl = 'http://platform.test';
/** No mount at all: a call is a call of a function. */
export const inProcess = (fake) => ({
    url: inProcessUrl,
    fetch: (request) => fake.fetch(request),
    close() { },
});
/** HTTP on a free port of this machine. */
export async function overHttp(fake) {
    const { listen } = await import('../../mocks/adapters/node.js');
    const { url, close } = await listen(fake);
    return { url, fetch: (request) => fetch(request), close };
}
/** Under the `fetch` of this process. Throws an `Error` where MSW is not installed. */
export async function throughMsw(fake, options) {
    const [{ setupServer }, { handlers }] = await Promise.all([
        import('msw/node'),
        import('../../mocks/adapters/msw.js'),
    ]).catch((cause) => {
        throw new Error('Failed to mount the fake in MSW: install `msw` beside understudy.', { cause });
    });
    const { baseUrl, unhandled = 'warn' } = options;
    const server = setupServer(...handlers(fake, baseUrl === undefined ? {} : { baseUrl }));
    // The second is what MSW 2 calls it.
    const asked = { onUnhandledFrame: unhandled, onUnhandledRequest: unhandled };
    server.listen(asked);
    return {
        url: baseUrl?.replace(/\/$/, '') ?? inProcessUrl,
        fetch: (request) => fetch(request),
        override(...given) {
            if (given.length === 0)
                server.resetHandlers();
            // Types of MSW in our own would make every user of ours need it.
            else
                server.use(...given);
        },
        close: () => server.close(),
    };
}
