import { foundByPath } from './endpoint.js';
/** Approvals of tool calls (4.7: named only). */
export const confirmationsEndpoints = {
    'confirmations.read': {
        method: 'GET',
        path: '/api/confirmations/{id}',
        section: '-',
        access: 'bearer',
        scope: 'unlisted',
        reply: 'record',
        record: 'confirmation',
        refuses: ['not-permitted'],
        finds: foundByPath('confirmation', 'id'),
    },
    'confirmations.respond': {
        method: 'POST',
        path: '/api/confirmations/{id}/respond',
        section: '4.7',
        access: 'bearer',
        scope: 'unlisted',
        reply: 'record',
        record: 'answeredConfirmation',
        refuses: ['not-permitted', 'state-conflict'],
        finds: foundByPath('confirmation', 'id'),
    },
};
