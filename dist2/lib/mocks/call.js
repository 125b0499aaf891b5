/** A connection that breaks on purpose: adapters reset it, or do the nearest that they can. */
export class ConnectionReset extends Error {
    name = 'ConnectionReset';
}
