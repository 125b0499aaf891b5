import { changedByPath, foundByPath, list } from './endpoint.js';
const governed = { access: 'bearer', scope: 'unlisted', reply: 'envelope', section: '1' };
const one = '/api/orgs/{org_id}';
const changed = changedByPath('organization', 'org_id');
const changedMember = changedByPath('member', 'user_id');
/** Organizations and their members (1: named only). */
export const organizationsEndpoints = {
    'orgs.list': {
        ...list,
        path: '/api/orgs',
        section: '1',
        scope: 'unlisted',
        record: 'organization',
    },
    'orgs.create': {
        ...governed,
        method: 'POST',
        path: '/api/orgs',
        record: 'organization',
    },
    'orgs.read': {
        ...governed,
        method: 'GET',
        path: one,
        finds: foundByPath('organization', 'org_id'),
        record: 'organization',
    },
    'orgs.replace': {
        ...governed,
        method: 'PUT',
        path: one,
        finds: changed,
        record: 'organization',
    },
    'orgs.delete': {
        ...governed,
        method: 'DELETE',
        path: one,
        finds: changed,
        record: 'deleted',
        refuses: ['not-permitted'],
    },
    'orgs.members': {
        ...list,
        path: `${one}/members`,
        section: '1',
        scope: 'unlisted',
        finds: foundByPath('organization', 'org_id'),
        record: 'member',
    },
    'orgs.add-member': {
        ...governed,
        method: 'POST',
        path: `${one}/members`,
        finds: changed,
        record: 'member',
        refuses: ['resource-missing', 'state-conflict', 'not-permitted'],
    },
    'orgs.change-role': {
        ...governed,
        method: 'PATCH',
        path: `${one}/members/{user_id}`,
        finds: changedMember,
        record: 'member',
        refuses: ['state-conflict', 'not-permitted'],
    },
    'orgs.remove-member': {
        ...governed,
        method: 'DELETE',
        path: `${one}/members/{user_id}`,
        finds: changedMember,
        record: 'deleted',
        refuses: ['state-conflict', 'not-permitted'],
    },
};
