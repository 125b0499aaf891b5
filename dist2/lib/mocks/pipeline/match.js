import { endpointIds, endpoints } from '../../contract/endpoints.js';
import { decodePart } from '../decode-part.js';
import { PathTable } from '../path-table.js';
const nothing = new Map();
let table;
function tableOfEndpoints() {
    const made = new PathTable();
    for (const id of endpointIds) {
        const { method, path } = endpoints[id];
        made.add(path, new Map()).set(method, id);
    }
    return made;
}
const worldPath = /^\/w\/([^/]+)(\/.*)$/;
/** Finds the operations of a path; none is no error yet, since its answer depends on the world. */
export function match(call) {
    const [, world, rest] = (call.path.startsWith('/w/') && worldPath.exec(call.path)) || [];
    const worldName = world === undefined ? undefined : decodePart(world);
    const path = rest ?? call.path;
    // Made with the first call: it takes a millisecond of a start.
    table ??= tableOfEndpoints();
    const { value = nothing, params = {} } = table.find(path) ?? {};
    return { worldName, path, operations: value, params };
}
