import { changedByPath, foundByPath, list } from './endpoint.js';
const one = { access: 'bearer', reply: 'envelope', record: 'agent' };
const changes = {
    ...one,
    section: '-',
    scope: 'unlisted',
    finds: changedByPath('agent', 'agent_id'),
};
/** Agents (4.5); what is changed is the caller's own. */
export const agentsEndpoints = {
    'agents.list': {
        ...list,
        path: '/api/agents',
        section: '4.5',
        scope: 'agents',
        record: 'agent',
    },
    'agents.read': {
        ...one,
        method: 'GET',
        path: '/api/agents/{agent_id}',
        section: '4.5',
        scope: 'agents',
        finds: foundByPath('agent', 'agent_id'),
    },
    'agents.create': {
        ...one,
        method: 'POST',
        path: '/api/agents',
        section: '-',
        scope: 'unlisted',
        refuses: ['resource-missing', 'not-permitted'],
    },
    'agents.update': {
        ...changes,
        method: 'PUT',
        path: '/api/agents/{agent_id}',
        refuses: ['not-permitted'],
    },
    'agents.delete': {
        ...changes,
        method: 'DELETE',
        path: '/api/agents/{agent_id}',
        record: 'deleted',
    },
    'agents.publish': {
        ...changes,
        method: 'POST',
        path: '/api/agents/{agent_id}/publish',
        refuses: ['request-senseless', 'not-permitted'],
    },
    'agents.unpublish': {
        ...changes,
        method: 'POST',
        path: '/api/agents/{agent_id}/unpublish',
    },
    'agents.fork': {
        ...one,
        method: 'POST',
        path: '/api/agents/{agent_id}/fork',
        section: '-',
        scope: 'unlisted',
        finds: foundByPath('agent', 'agent_id'),
    },
};
