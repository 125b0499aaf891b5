import { fractionsFrom } from './chance.js';
import { dueAt } from './play.js';
/** What the script of a turn is told by: the time and the chance of the world. */
export function tellingOf(visit, turn, tempo, agent, fill) {
    const { world, behaviour } = visit;
    const { turns } = behaviour.policy;
    let chance;
    return {
        mode: turn.mode,
        fill,
        chance: () => (chance ??= fractionsFrom(2 ** 32 * world.random.fraction('typing', turn.id)))(),
        moment: (at) => new Date(dueAt(tempo, at)).toISOString(),
        seconds: (ms) => Math.round(ms / tempo.speed) / 1000,
        injected: () => turn.injections.take()?.content,
        prompted() {
            const { prompt } = turn;
            turn.prompt = undefined;
            return prompt;
        },
        asksAlways: agent?.require_confirmation_for_all ?? false,
        sendsHeartbeat: turns.sendsHeartbeat,
        tools: turns.announcesTools ? toolsOf(agent) : undefined,
    };
}
/** The tools among which a turn selects: those of its agent's categories, and the common ones. */
const toolsOf = (agent) => 13 + (agent?.tool_categories.length ?? 0) * 4;
