import { WorldError } from '../state/world-error.js';
/** A call to the control API that can't be answered: a sentence that says what would be right. */
export class ControlError extends Error {
    name = 'ControlError';
    status;
    headers;
    constructor(status, message, headers = {}) {
        super(message);
        this.status = status;
        this.headers = headers;
    }
}
const statuses = { name: 422, taken: 409, missing: 404, full: 503, unkept: 503 };
/** What is thrown about a world, as the control API says it; anything else stays what it is. */
export const toControlError = (error) => error instanceof WorldError ? new ControlError(statuses[error.problem], error.message) : error;
