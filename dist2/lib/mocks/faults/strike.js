import { callerOf } from './caller-of.js';
import { damageReply } from './damage-reply.js';
import { fits } from './fits.js';
import { injectedError } from './injected-error.js';
import { latencyOf } from './latency.js';
/** The faults that a call meets; `undefined` for none. */
export function strike(world, call, matched, body) {
    const id = matched.operations.get(call.method);
    const draw = (purpose, fault) => world.random.fraction(purpose, fault.id);
    let isCaller;
    const occasion = {
        id,
        method: call.method,
        path: matched.path,
        now: world.clock.now(),
        isCaller: (name) => (isCaller ??= callerOf(world, call, matched, body))(name),
    };
    const faults = world.faults.strike((fault) => fits(fault, occasion), (fault) => draw('fault', fault));
    if (faults.length === 0)
        return undefined;
    const effects = faults.map(({ effect }) => effect);
    const decisive = effects.find(({ error, connection }) => error ?? connection);
    return {
        ids: faults.map((fault) => fault.id),
        async before() {
            for (const fault of faults) {
                const ms = latencyOf(fault.effect.latency, () => draw('fault-latency', fault));
                if (ms > 0)
                    await world.clock.wait(ms, call.left);
            }
            if (world.closed || decisive?.connection === 'refused')
                return noAnswer;
            const error = decisive?.error && injectedError(decisive.error);
            return error && world.behaviour(id).wire.failure(error);
        },
        after(reply) {
            if (decisive?.connection !== 'reset')
                return damageReply(reply, effects, world.clock);
            if (typeof reply.body === 'object')
                reply.body.cancel();
            return noAnswer;
        },
    };
}
const noAnswer = { status: 0, headers: {}, body: undefined, reset: true };
