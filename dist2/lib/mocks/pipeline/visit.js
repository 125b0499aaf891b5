import { endpoints } from '../../contract/endpoints.js';
/** One call on its way through the stages to its route. */
export class Visit {
    call;
    id;
    endpoint;
    params;
    /** What the operation takes in this deployment. */
    takes;
    received;
    world;
    behaviour;
    /** The body and the query once `validate` has passed. */
    body;
    query;
    found;
    /** The scenario that a turn plays, where one was chosen. */
    scenario;
    #caller;
    constructor(about) {
        this.call = about.call;
        this.id = about.id;
        this.endpoint = endpoints[about.id];
        this.params = about.params;
        this.takes = about.takes;
        this.received = about.received;
        this.world = about.world;
        this.behaviour = about.behaviour;
    }
    /** The caller; only operations that are public have none. */
    get caller() {
        if (this.#caller === undefined)
            throw new Error(`${this.id} was routed without a caller.`);
        return this.#caller;
    }
    /** The caller as far as it was found out who calls. */
    get knownCaller() {
        return this.#caller;
    }
    set caller(caller) {
        this.#caller = caller;
    }
    /** The validated body, as the schema of the endpoint has it. */
    bodyAs(_schema) {
        return this.body;
    }
    /** The record that `find` led to. */
    foundAs(_kind) {
        return this.found;
    }
}
