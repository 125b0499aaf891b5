import { accessRules } from './rules/access.js';
import { chatRules } from './rules/chat.js';
import { endpointRules } from './rules/endpoints.js';
import { resourceRules } from './rules/resources.js';
const table = { ...resourceRules, ...endpointRules, ...accessRules, ...chatRules };
/** Every rule of the specification by its slug, in the order of its sections. */
export const rules = table;
