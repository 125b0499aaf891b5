import { ownLimits } from '../../contract/limits.js';
import { nodeType, outputOf } from './node-types.js';
import { edgesInto, inOrder } from './order.js';
import { inText } from './template.js';
/** Plays a blueprint in thought: everything about a run follows from its inputs. */
export function enact(blueprint, inputs, timeoutSeconds) {
    const steps = new Map();
    const scope = { inputs };
    const into = edgesInto(blueprint);
    for (const node of inOrder(blueprint)) {
        const step = enactNode(node, into.get(node.id) ?? [], steps, scope);
        if (step === undefined)
            continue;
        steps.set(node.id, step);
        if (step.status === 'completed')
            scope[node.id] = step.output;
    }
    return ending([...steps.values()], blueprint, timeoutSeconds);
}
/** The step of a node; none where a failure stands before it. */
function enactNode(node, edges, steps, scope) {
    const before = edges.map(({ source }) => steps.get(source));
    if (before.some((step) => step === undefined || step.status === 'failed'))
        return undefined;
    const data = (node.data ?? {});
    const began = Math.max(0, ...before.map((step) => step?.ended ?? 0));
    const about = { node, label: data.label ?? null, began };
    const given = edges.flatMap((edge, at) => outputAlong(edge, before[at]));
    if (edges.length > 0 && given.length === 0)
        return { ...about, ended: began, status: 'skipped' };
    const ended = began + (data.duration_ms ?? nodeType(node.type).takes);
    if (node.type === 'fail') {
        const error = inText(data.message ?? 'The node failed.', scope);
        return { ...about, ended, status: 'failed', error };
    }
    const output = outputOf(node.type, data, scope, Object.assign({}, ...given));
    if (JSON.stringify(output).length > ownLimits.nodeOutput)
        return { ...about, ended, status: 'failed', error: 'The output of the node is too large.' };
    return { ...about, ended, status: 'completed', output };
}
/** What reaches a node along an edge: nothing from a node that was skipped, or on the other branch. */
function outputAlong({ sourceHandle }, source) {
    if (source?.status !== 'completed')
        return [];
    const branches = sourceHandle === 'true' || sourceHandle === 'false';
    if (source.node.type === 'condition' && branches)
        return String(source.output['result']) === sourceHandle ? [source.output] : [];
    return [source.output];
}
/** The steps up to the end of the run: all of them, or those until a failure or the timeout. */
function ending(all, blueprint, timeoutSeconds) {
    const [failed] = all
        .filter((step) => step.status === 'failed')
        .toSorted((a, b) => a.ended - b.ended);
    const last = failed?.ended ?? Math.max(0, ...all.map(({ ended }) => ended));
    if (last > timeoutSeconds * 1000) {
        const error = `The run was ended after its timeout of ${timeoutSeconds} seconds.`;
        const ended = timeoutSeconds * 1000;
        return { steps: upTo(all, ended), ended, outcome: { status: 'failed', error } };
    }
    if (failed !== undefined) {
        const error = `Node \`${failed.node.id}\` failed: ${failed.error}`;
        return { steps: upTo(all, last), ended: last, outcome: { status: 'failed', error } };
    }
    return {
        steps: all,
        ended: last,
        outcome: { status: 'completed', outputs: outputs(all, blueprint) },
    };
}
/** The steps as a moment finds them: those under way are cancelled, later ones never began. */
const upTo = (steps, moment) => steps
    .filter(({ began, ended }) => began < moment || ended <= moment)
    .map((step) => {
    if (step.ended <= moment)
        return step;
    const { node, label, began } = step;
    return { node, label, began, ended: moment, status: 'cancelled' };
});
/** What a run puts out: the outputs of its `end` nodes, or of those that lead nowhere. */
function outputs(steps, { edges }) {
    const leading = new Set(edges.map(({ source }) => source));
    const completed = steps.filter((step) => step.status === 'completed');
    const ends = completed.filter(({ node }) => node.type === 'end');
    const last = ends.length > 0 ? ends : completed.filter(({ node }) => !leading.has(node.id));
    return Object.assign({}, ...last.map(({ output }) => output));
}
