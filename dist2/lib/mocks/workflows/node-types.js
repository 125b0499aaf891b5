import * as z from 'zod/mini';
import { fill, inText, valueAt } from './template.js';
const condition = z.object({
    /** A path, such as `inputs.amount`. */
    field: z.string(),
    operator: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains']),
    value: z.unknown(),
});
/** What the player reads in the `data` of a node; the rest belongs to the editor. */
export const nodeData = z.looseObject({
    label: z.nullish(z.string()),
    /** How long the node takes, in milliseconds; the default is that of its type. */
    duration_ms: z.nullish(z.int().check(z.gte(0))),
    /** What it puts out, as a template. */
    output: z.nullish(z.record(z.string(), z.unknown())),
    condition: z.nullish(condition),
    prompt: z.nullish(z.string()),
    template: z.nullish(z.string()),
    message: z.nullish(z.string()),
});
const passesOn = (_data, _scope, given) => given;
const writes = ({ prompt, label }, scope) => ({
    text: `A draft for: ${inText(prompt ?? label ?? 'the task', scope)}`,
});
/** The types of nodes that are played in their own way; every other one passes on what it got. */
const nodeTypes = new Map(Object.entries({
    start: { takes: 0, output: (_data, { inputs }) => inputs },
    end: { takes: 0, output: passesOn },
    llm: { takes: 1800, output: writes },
    agent: { takes: 3200, output: writes },
    retrieval: { takes: 350, output: passesOn },
    connector: { takes: 600, output: passesOn },
    http: { takes: 450, output: passesOn },
    delay: { takes: 1000, output: passesOn },
    template: {
        takes: 20,
        output: ({ template }, scope) => ({ text: inText(template ?? '', scope) }),
    },
    condition: {
        takes: 10,
        output: ({ condition: asked }, scope) => ({ result: holds(asked, scope) }),
    },
    /** Fails, with the message in its data. */
    fail: { takes: 200, output: passesOn },
}));
const otherType = { takes: 500, output: passesOn };
export const isKnownType = (type) => nodeTypes.has(type);
export const nodeType = (type) => nodeTypes.get(type) ?? otherType;
/** The output of a node: that of its data, else that of its type. Conditions always say their result. */
export function outputOf(type, data, scope, given) {
    const own = nodeType(type).output(data, scope, given);
    if (data.output === null || data.output === undefined)
        return own;
    const filled = fill(data.output, scope);
    return type === 'condition' ? { ...filled, ...own } : filled;
}
/** A condition that says nothing holds. */
function holds(asked, scope) {
    if (asked === null || asked === undefined)
        return true;
    const left = valueAt(scope, asked.field);
    const right = fill(asked.value, scope);
    switch (asked.operator) {
        case 'eq':
            return left === right;
        case 'ne':
            return left !== right;
        case 'contains':
            return Array.isArray(left) ? left.includes(right) : String(left).includes(String(right));
        case 'gt':
            return compare(left, right) > 0;
        case 'gte':
            return compare(left, right) >= 0;
        case 'lt':
            return compare(left, right) < 0;
        case 'lte':
            return compare(left, right) <= 0;
    }
}
/** Numbers by size, texts by their letters; what can't be compared is neither more nor less. */
function compare(left, right) {
    if (typeof left === 'number' && typeof right === 'number')
        return left - right;
    if (typeof left !== 'string' || typeof right !== 'string')
        return Number.NaN;
    if (left === right)
        return 0;
    return left < right ? -1 : 1;
}
