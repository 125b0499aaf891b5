import { urlOf } from './reach.js';
import { steerWorld } from './steered-world.js';
/** A world with its steering; `approach` is read at each call, since a server has no URL before it listens. */
export function openWorld(reach, name, approach = { url: urlOf(reach, name), fetch: (request) => reach.fetch(request) }) {
    const world = steerWorld(reach, name);
    // Names beyond ASCII are led by their path alone: a header can't carry them.
    const headers = /^[\x21-\x7e]+$/.test(name)
        ? { 'x-understudy-world': name }
        : {};
    const call = (input, init) => {
        const target = typeof input === 'string' && input.startsWith('/') ? approach.url + input : input;
        const request = new Request(target, init);
        for (const [key, value] of Object.entries(headers))
            request.headers.set(key, value);
        return approach.fetch(request);
    };
    return {
        ...world,
        get url() {
            return approach.url;
        },
        headers,
        fetch: call,
        async signIn(who = 'demo') {
            const body = typeof who === 'string' ? accountOf(await world.about(), who) : who;
            const response = await call('/api/auth/login', {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify(body),
            });
            const text = await response.text();
            if (response.ok)
                return JSON.parse(text);
            throw new Error(`Failed to sign in ${body.email}: the fake answered ${response.status} ${text}`);
        },
    };
}
function accountOf({ users, fixture }, who) {
    const found = users.find(({ email }) => email === who || email.split('@')[0] === who);
    if (found !== undefined)
        return found;
    const known = users.map(({ email }) => `\`${email}\``).join(', ') || 'nobody';
    throw new Error(`Failed to sign in \`${who}\`: of the fixture \`${fixture}\`, ${known} can. ` +
        'Give {email, password} of a user that you added.');
}
