/** An answer that is not a value of JSON with 200. */
export class ControlReply {
    status;
    headers;
    body;
    constructor(status, headers, body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }
}
/** A value of JSON with a status of its own. */
export const jsonReply = (status, value) => new ControlReply(status, { 'content-type': 'application/json' }, JSON.stringify(value));
