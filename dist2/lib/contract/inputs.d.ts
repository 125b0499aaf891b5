import { type EndpointId } from './endpoints.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import type { Input } from './inputs/input.ts';
/** What every operation takes, by its id. A fake loads the rows of an operation with its route. */
export declare const inputs: {
    readonly [Id in EndpointId]?: Input;
};
/** An operation with what it takes. */
export type Operation = Endpoint & Input;
/** An operation by its id, with what it takes. */
export declare const operationAt: (id: EndpointId) => Operation;
