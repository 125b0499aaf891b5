import { ownLimits } from '../../contract/limits.js';
import { decodePart } from '../decode-part.js';
import { PathTable } from '../path-table.js';
import { admitted, preflight } from '../pipeline/admit.js';
import { carriesBody, noBody, read } from '../pipeline/read.js';
import { controlPath } from '../pipeline/steer.js';
import { defaultWorld } from '../state/worlds.js';
import { grants } from './access.js';
import { choiceRoutes } from './choices.js';
import { clockRoutes } from './clock.js';
import { ControlError, toControlError } from './control-error.js';
import { ControlReply, jsonReply } from './control-visit.js';
import { coverageRoutes } from './coverage.js';
import { directorRoutes } from './director.js';
import { faultRoutes } from './faults.js';
import { createGuard, refuseForms } from './guard.js';
import { journalRoutes } from './journal.js';
import { recordRoutes } from './records.js';
import { scenarioRoutes } from './scenarios.js';
import { snapshotRoutes } from './snapshot.js';
import { stockOf } from './stock.js';
import { lookAt, worldRoutes } from './worlds.js';
const { bodyBytes, snapshotBytes } = ownLimits;
const builtIn = {
    ...worldRoutes,
    ...snapshotRoutes,
    ...clockRoutes,
    ...choiceRoutes,
    ...scenarioRoutes,
    ...recordRoutes,
    ...directorRoutes,
    ...faultRoutes,
    ...journalRoutes,
    ...coverageRoutes,
};
/** The control API, beside the platform's own paths: `/__control/…`, also behind `/w/<name>`. */
export function createControl(options) {
    const { worlds, stocked, access, further, onCrash } = options;
    const stock = stockOf(stocked);
    const admit = createGuard(access);
    const routes = { ...builtIn, ...further };
    const table = new PathTable();
    for (const [name, route] of Object.entries(routes)) {
        const [method = '', path = ''] = name.split(' ');
        table.add(`/${path}`, new Map()).set(method, route);
    }
    async function answer(call, worldName, path) {
        admit(call);
        const early = preflight(call);
        if (early !== undefined)
            return early;
        const { value: byMethod, params = {} } = table.find(path) ?? {};
        const route = byMethod?.get(call.method);
        if (route === undefined)
            throw unknown(call, ['GET health', ...Object.keys(routes)]);
        const body = await readBody(call, path === '/snapshot' ? snapshotBytes : bodyBytes);
        let world;
        const outcome = await route({
            call,
            worlds,
            stock,
            get world() {
                return (world ??= call.method === 'GET' ? lookAt(worlds, worldName) : worlds.get(worldName));
            },
            params,
            query: new URLSearchParams(call.query),
            body,
        });
        world?.changes.commit();
        if (outcome instanceof ControlReply)
            return outcome;
        if (outcome === undefined)
            return { status: 204, headers: {}, body: undefined };
        return jsonReply(200, outcome);
    }
    function refuse(error, call, world = defaultWorld) {
        if (!(error instanceof ControlError)) {
            onCrash(error, call, world);
            return jsonReply(500, { error: 'This crashed on our side. The cause is in the log.' });
        }
        const { status, headers, body } = jsonReply(error.status, { error: error.message });
        return { status, headers: { ...headers, ...error.headers }, body };
    }
    return (call) => {
        const [, prefix, path = '/'] = controlPath.exec(call.path) ?? [];
        const named = call.header('x-understudy-world') ?? (prefix && decodePart(prefix));
        return answer(call, named, path)
            .catch((error) => refuse(toControlError(error), call, named))
            .then((reply) => (grants(access, call) ? admitted(call, reply) : reply));
    };
}
async function readBody(call, limit) {
    const body = carriesBody(call) ? await read(call, limit) : noBody;
    refuseForms(call, body);
    if (body.problem === 'too-large')
        throw new ControlError(413, `A body may have ${limit} bytes at most here.`);
    if (body.problem === 'unreadable')
        throw new ControlError(400, 'The body is no JSON.');
    return body.value;
}
function unknown({ method, path }, known) {
    return new ControlError(404, `There is no ${method} ${path}. There are: ${known.join(', ')}.`);
}
