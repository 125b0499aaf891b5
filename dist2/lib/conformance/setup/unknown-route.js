import { member } from '../json.js';
import { bearer } from './credentials.js';
/** Asks for a route that nobody has, as the user where there is one. */
export const unknownRoute = (lab) => lab.once('an unknown route', async () => {
    const { email, apiKey } = lab.target;
    const credential = (email ?? apiKey) ? await bearer(lab) : undefined;
    const exchange = await lab.send({ method: 'GET', path: '/api/__nope__', bearer: credential });
    const print = fingerprint(exchange);
    const matches = (other) => other.status === 405 || fingerprint(other) === print;
    return { exchange, matches };
});
// A message may name the path or the method, which differ between two routes that are both absent.
function fingerprint({ status, ask, json, text }) {
    const [path = ''] = ask.path.split('?');
    const code = member(json, 'error') ?? member(json, 'error_code') ?? '';
    const words = String(member(json, 'message') ?? member(json, 'detail') ?? text);
    return [status, code, words.replaceAll(path, '').replaceAll(ask.method, '')].join(' ');
}
