import { administrationChoices } from './choices/administration.js';
import { approvalChoices } from './choices/approvals.js';
import { connectionChoices } from './choices/connections.js';
import { credentialChoices } from './choices/credentials.js';
import { errorChoices } from './choices/errors.js';
import { eventChoices } from './choices/events.js';
import { portalChoices } from './choices/portal.js';
import { resourceChoices } from './choices/resources.js';
import { turnChoices } from './choices/turns.js';
import { workflowChoices } from './choices/workflows.js';
const table = {
    ...errorChoices,
    ...credentialChoices,
    ...resourceChoices,
    ...connectionChoices,
    ...turnChoices,
    ...eventChoices,
    ...approvalChoices,
    ...administrationChoices,
    ...portalChoices,
    ...workflowChoices,
};
/** The one table: every point at which deployments can differ. */
export const choices = table;
export const choiceIds = Object.keys(table).filter((id) => id in table);
