import { isObject } from './json.js';
import { conversationId } from './setup/conversations.js';
import { fullValue, recordIn } from './setup/keys.js';
import { lists } from './setup/lists.js';
/** What a run can make on a target. */
export const residueKinds = ['key', 'conversation', 'connector', 'channel', 'mcp-server'];
/** A book for one run, whose refs begin with its tag; `inherited` is what other runs left open. */
export function createResidueBook(tag, ledger = { write: () => undefined }, inherited = []) {
    const entries = [];
    let expected = 0;
    const note = (entry) => {
        ledger.write(entry);
        entries.push(entry);
    };
    const open = () => [...openIn([...inherited.flatMap(entriesOf), ...entries])];
    return {
        open,
        remove: ({ ref }) => note({ step: 'gone', ref }),
        expect(ask) {
            const kind = ask.method === 'POST' ? kinds[ask.path] : undefined;
            if (kind === undefined)
                return undefined;
            const ref = `${tag}-${(expected += 1)}`;
            note({ step: 'making', ref, kind, name: nameIn(ask.body) });
            return {
                unsent: () => note({ step: 'gone', ref }),
                answered({ status, json }) {
                    if (status >= 200 && status < 300)
                        note({ step: 'made', ref, id: idIn(kind, json) });
                    // Any other error of the server may have come after the work was done.
                    else if (status < 500 || status === 503)
                        note({ step: 'gone', ref });
                },
            };
        },
    };
}
/** What a ledger leaves open: noted, and not known to be gone; oldest first. */
export function openIn(entries) {
    const open = new Map();
    for (const entry of entries) {
        const known = open.get(entry.ref);
        if (entry.step === 'making') {
            open.set(entry.ref, { ref: entry.ref, kind: entry.kind, name: entry.name, made: false });
        }
        else if (entry.step === 'gone') {
            open.delete(entry.ref);
        }
        else if (known) {
            open.set(entry.ref, { ...known, made: true, id: entry.id });
        }
    }
    return [...open.values()];
}
const entriesOf = ({ ref, kind, name, made, id }) => [
    { step: 'making', ref, kind, name },
    ...(made ? [{ step: 'made', ref, id }] : []),
];
const kinds = {
    [lists.keys]: 'key',
    [lists.conversations]: 'conversation',
    '/api/connectors': 'connector',
    '/api/channels': 'channel',
    '/api/mcp-servers': 'mcp-server',
};
/** Where things of a kind are made, and removed by their id. */
export const collectionOf = (kind) => Object.keys(kinds).find((path) => kinds[path] === kind) ?? '';
/** All that a run makes and can name carries this mark. */
export const mark = '[conformance] ';
// A field that a check breaks on purpose is no name to look for.
function nameIn(body) {
    const name = isObject(body) ? (body['name'] ?? body['title']) : undefined;
    return typeof name === 'string' && name.startsWith(mark) ? name : undefined;
}
function idIn(kind, json) {
    const id = kind === 'key' ? recordIn(json)?.['id'] : conversationId(json);
    // Whose id is the key itself is found by its name instead: a ledger holds no secret.
    return typeof id === 'string' && id !== fullValue(json)?.value ? id : undefined;
}
