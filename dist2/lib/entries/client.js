export { ApiError } from '../client/api-error.js';
export { createClient } from '../client/create-client.js';
export { StreamInterruptedError, } from '../client/streams/interrupted-error.js';
