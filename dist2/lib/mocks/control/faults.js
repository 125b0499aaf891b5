import { fault } from '../../contract/fault.js';
import { FaultRefused } from '../state/faults.js';
import { ControlError } from './control-error.js';
import { jsonReply } from './control-visit.js';
import { readAs } from './read-as.js';
const form = 'Send a fault as {"match": {"endpoint": "chat.react", "nth": 2}, "times": 1, "effect": ' +
    '{"stream": {"cut": {"after_event": 5}}}}, or a list of them; ' +
    'an effect is one of `latency`, `error`, `connection`, `body` and `stream`, or several.';
/** Every fault of a world, in their order, with how often each was met and struck. */
export const listFaults = ({ faults }) => faults.list();
/** Adds one fault or several, and gives their ids: all of them, or none where one can't be added. */
export function addFaults({ faults }, given) {
    const added = [];
    try {
        for (const one of readFaults(given))
            added.push(faults.add(one));
    }
    catch (error) {
        for (const id of added)
            faults.remove(id);
        throw error instanceof FaultRefused ? new ControlError(409, error.message) : error;
    }
    return added;
}
const readFaults = (given) => Array.isArray(given)
    ? given.map((one, index) => readAs(fault, one, form, [index]))
    : [readAs(fault, given, form)];
/** Takes one fault away, or all of them. */
export function removeFaults({ faults }, id) {
    if (id === undefined)
        return faults.clear();
    if (faults.remove(id))
        return;
    const ids = faults.list().map((one) => `\`${one.id}\``);
    const others = ids.length === 0 ? 'It has none' : `It has ${ids.join(', ')}`;
    throw new ControlError(404, `This world has no fault \`${id}\`. ${others}.`);
}
export const faultRoutes = {
    'GET faults': ({ world }) => ({ faults: listFaults(world) }),
    'POST faults': ({ world, body }) => jsonReply(201, { ids: addFaults(world, body) }),
    'DELETE faults': ({ world }) => removeFaults(world),
    'DELETE faults/{id}': ({ world, params }) => removeFaults(world, params['id']),
};
