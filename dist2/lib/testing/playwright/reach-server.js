import { listen } from '../../mocks/adapters/node.js';
import { openFake } from '../open-fake.js';
import { askControl } from '../reach.js';
/** By a connection of its own: a kept one may be closed by the server just as it is used again. */
function overHttp(request) {
    request.headers.set('connection', 'close');
    return fetch(request);
}
/** Finds the server that was given, or starts one. Throws an `Error` where none answers. */
export async function reachServer(given) {
    const { url = process.env['UNDERSTUDY_URL'], token = process.env['UNDERSTUDY_TOKEN'] } = given;
    if (url !== undefined && url !== '') {
        const reach = { url: url.replace(/\/+$/, ''), token, fetch: overHttp };
        await askControl(reach, undefined, 'GET worlds');
        return { reach, close: async () => { } };
    }
    const { url: own, close } = await listen(openFake());
    return { reach: { url: own, fetch: overHttp }, close };
}
