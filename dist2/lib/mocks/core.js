import { documented } from '../contract/picks.js';
import { ApiError, InvalidInput } from './api-error.js';
import { behavioursOf } from './behaviour/compile.js';
import { toCall, toResponse } from './fetch.js';
import { grants, readAccess } from './control/access.js';
import { loadExplain, OpenEntry } from './journal/open-entry.js';
import { lineOf } from './journal/show.js';
import { admitted, dated, preflight } from './pipeline/admit.js';
import { audit } from './pipeline/audit.js';
import { authenticate } from './pipeline/authenticate.js';
import { authorize } from './pipeline/authorize.js';
import { asksForContract, describeContract } from './pipeline/describe.js';
import { find } from './pipeline/find.js';
import { limitStreams } from './pipeline/limit-streams.js';
import { maintain } from './pipeline/maintain.js';
import { match } from './pipeline/match.js';
import { operationOf } from './pipeline/operation.js';
import { carriesBody, noBody, read } from './pipeline/read.js';
import { validate } from './pipeline/validate.js';
import { asksForControl, asksForHealth, healthy } from './pipeline/steer.js';
import { Visit } from './pipeline/visit.js';
import { refuseWorld, resolveWorld } from './pipeline/resolve-world.js';
import { isOpen, openRoom, roomOf } from './rooms/rooms.js';
import { systemWall } from './state/clock.js';
import { Worlds } from './state/worlds.js';
const stages = { authenticate, authorize, find, validate };
/** Makes a core, which a page loads in a moment. Throws a `TypeError` for access that can't be read. */
export function createCore(options) {
    const { seed = 'understudy', speed = 1, wall = systemWall, scenarios = [] } = options;
    const { fixture, secret = seed, profile = documented } = options;
    const { onCall, onCrash: tellCrash, host } = options;
    const onCrash = tellCrash && ((error, { name, seed: drawn }) => tellCrash(error, { world: name, seed: drawn }));
    const tellCallCrash = tellCrash ?? tellConsole;
    const { keeper, worlds: most, streams: mostStreams } = options;
    const scripts = 'current' in scenarios ? scenarios : { current: scenarios };
    const plan = { fixture, scenarios: scripts, profile, seed, secret, speed, wall, onCrash };
    const worlds = new Worlds({ ...plan, keeper, most, mostStreams });
    const access = readAccess(options.control ?? true);
    const further = options.controlRoutes;
    const { fixtures = {}, profiles = {} } = options;
    const stocked = { fixture, profile, fixtures, profiles, now: () => wall.now() };
    let steer;
    async function control(call) {
        if (asksForHealth(call))
            return grants(access, call) ? admitted(call, healthy) : healthy;
        if (steer === undefined) {
            const { createControl } = await import('./control/control.js');
            steer ??= createControl({ worlds, stocked, access, further, onCrash: onControlCrash });
        }
        return steer(call);
    }
    const onControlCrash = (error, { method, path }, world) => tellCallCrash(error, { world, seed, call: { method, path } });
    async function handle(call) {
        if (asksForControl(call))
            return control(call);
        const early = preflight(call);
        if (early !== undefined)
            return early;
        if (asksForContract(call))
            return admitted(call, await describeContract());
        const matched = match(call);
        const body = carriesBody(call) ? await read(call) : noBody;
        // Before its world is resolved: from there on, nothing that a call changes waits for anything.
        const asked = matched.operations.get(call.method);
        if (asked !== undefined && !isOpen(asked))
            await openRoom(asked);
        try {
            const world = resolveWorld(worlds, call, matched, body, host);
            const attended = () => answer(world, call, matched, body);
            const reply = await (host?.attend(world, call, asked, attended) ?? attended());
            return admitted(call, dated(reply, world.clock));
        }
        catch (error) {
            return admitted(call, refuseWorld(error, behavioursOf(profile)));
        }
    }
    /** One call of a world: what its faults leave of the answer, as its journal has it. */
    async function answer(world, call, matched, body) {
        const told = host === undefined ? worlds : undefined;
        const received = { worlds: told, world, call, matched, body };
        const entry = new OpenEntry(received, audienceOf(call));
        const struck = world.faults.size === 0 ? undefined : await struckBy(world, call, matched, body);
        const instead = struck && (await struck.before());
        const reply = instead ?? (await judge(world, call, matched, body, entry));
        world.changes.commit();
        const met = struck && { ids: struck.ids, instead: instead !== undefined };
        if (entry.error !== undefined)
            await loadExplain();
        return entry.close(struck?.after(reply) ?? reply, met);
    }
    /** What the platform answers. */
    async function judge(world, call, matched, body, entry) {
        const asked = matched.operations.get(call.method);
        const behaviour = world.behaviour(asked);
        try {
            maintain(world, matched);
            const id = operationOf(call, matched, behaviour);
            const { routes, inputs } = roomOf(id);
            const { params } = matched;
            const takes = inputs(behaviour.policy)[id] ?? {};
            const visit = new Visit({ call, id, params, takes, received: body, world, behaviour });
            entry.visit = visit;
            limitStreams(world, visit.endpoint);
            world.changes.cause = entry.number;
            for (const stage of behaviour.order)
                stages[stage](visit);
            const routed = routes[id]?.(visit);
            world.changes.cause = undefined;
            const outcome = routed instanceof Promise ? await routed : routed;
            audit(visit, outcome);
            // Before a reader whom this woke can go on: nobody sees an event that a crash could undo.
            world.changes.flush();
            return behaviour.wire.success(visit.endpoint, outcome);
        }
        catch (error) {
            entry.error = error;
            if (!(error instanceof ApiError || error instanceof InvalidInput))
                tellCallCrash(error, crashPlace(world, entry, call));
            return behaviour.wire.failure(error);
        }
        finally {
            world.changes.cause = undefined;
        }
    }
    function audienceOf({ exposedAt }) {
        const explains = options.explain ?? (options.control !== false && exposedAt === undefined);
        return {
            explains,
            onCall: onCall && ((entry, world) => onCall(lineOf(world, entry))),
        };
    }
    return {
        handle,
        fetch: async (request) => toResponse(await handle(toCall(request)), request),
        world: (name) => worlds.get(name),
        async control(name) {
            const { deskOf } = await import('./control/control-worlds.js');
            return deskOf({ worlds, stocked }).control(name);
        },
        predictable: secret === seed,
        supplies: { worlds, stocked },
        close: () => worlds.close(),
    };
}
let strike;
/** What the faults of a world do to a call; loaded with the first call of one that has any. */
async function struckBy(...met) {
    strike ??= (await import('./faults/strike.js')).strike;
    return strike(...met);
}
/** Where nobody asked to be told: an answer of 500 says that the cause is in the log. */
const tellConsole = (error, { world, call }) => 
// oxlint-disable-next-line no-console
console.error(`${call?.method} ${call?.path} crashed in the world ${world}:`, error);
const crashPlace = (world, { number }, { method, path }) => ({
    world: world.name,
    seed: world.seed,
    call: { number, method, path },
});
