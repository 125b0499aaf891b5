import { ControlError } from '../mocks/control/control-error.js';
/** Where the paths of a world begin. */
export const urlOf = ({ url }, world) => `${url}/w/${encodeURIComponent(world)}`;
/**
 * Asks the control API, as in `askControl(reach, 'red', 'POST clock', { advance: '2h' })`. Throws
 * `ControlError` for what it refuses, and an `Error` that says so where no fake answers.
 */
export async function askControl(reach, world, operation, body) {
    const [method = 'GET', path = ''] = operation.split(' ');
    const base = world === undefined ? reach.url : urlOf(reach, world);
    const request = new Request(`${base}/__control/${path}`, {
        method,
        headers: {
            ...(reach.token !== undefined && { authorization: `Bearer ${reach.token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body, boundless) }),
    });
    const response = await reach.fetch(request).catch((cause) => {
        throw new Error(`Failed to steer the fake: nothing answers at ${reach.url}. Is it started?`, {
            cause,
        });
    });
    const answer = readAnswer(await response.text());
    if (response.ok && answer !== noJson)
        return answer;
    // A platform has more to say than that in its errors: this is how a fake refuses.
    const { error, ...others } = Object(answer);
    if (typeof error === 'string' && Object.keys(others).length === 0)
        throw new ControlError(response.status, error);
    throw new Error(`Failed to steer the fake: ${request.url} answered ${response.status}, not as a fake does. ` +
        'Give the address of one, such as http://127.0.0.1:4010.');
}
/** JSON has no word for a speed without bounds; the control API has. */
const boundless = (_, value) => value === Number.POSITIVE_INFINITY ? 'max' : value;
const noJson = Symbol('no JSON');
function readAnswer(text) {
    if (text === '')
        return undefined;
    try {
        return JSON.parse(text);
    }
    catch {
        return noJson;
    }
}
