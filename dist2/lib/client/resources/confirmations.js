const pathOf = (id) => `/api/confirmations/${encodeURIComponent(id)}`;
/** Approvals of tool calls, as `awaiting_confirmation` announces them. */
export function confirmationsOf({ request }) {
    const respond = (id, body, options) => request('POST', `${pathOf(id)}/respond`, { ...options, body });
    return {
        read: (id, options) => request('GET', pathOf(id), options),
        /** Lets the tool be called; 409 where somebody decided before. */
        approve: (id, options) => respond(id, { decision: 'approve' }, options),
        /** Keeps the tool from being called; the agent is told the reason. */
        reject: (id, reason, options) => respond(id, { decision: 'reject', ...(reason === undefined ? {} : { reason }) }, options),
    };
}
