import { pageQuery } from '../bodies.js';
import { memberRoleBody, newMemberBody, organizationBody } from '../bodies/organizations.js';
/** What the operations in `endpoints/organizations.ts` take. */
export const organizationsInputs = {
    'orgs.list': { query: pageQuery },
    'orgs.create': { body: organizationBody },
    'orgs.replace': { body: organizationBody },
    'orgs.members': { query: pageQuery },
    'orgs.add-member': { body: newMemberBody },
    'orgs.change-role': { body: memberRoleBody },
};
