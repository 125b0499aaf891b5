export { choices } from '../contract/choices.js';
export { endpoints } from '../contract/endpoints.js';
export { conditions, errorCodes } from '../contract/errors.js';
export { eventData } from '../contract/events.js';
export { inputs } from '../contract/inputs.js';
export { limits } from '../contract/limits.js';
export { openApi } from '../contract/openapi.js';
export { rules } from '../contract/rules.js';
export { scopes } from '../contract/scopes.js';
