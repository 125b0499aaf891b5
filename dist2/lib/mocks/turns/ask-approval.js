import { expire } from './decide.js';
/** Asks for a decision on a tool call, and holds the turn up until there is one or time is up (3). */
export function askApproval(asking, call, moment) {
    const { world, turn, agent, waitSeconds } = asking;
    const confirmation = world.store.confirmations.insert({
        id: world.random.uuid('confirmation', turn.id),
        user_id: turn.userId,
        agent_id: agent?.id ?? null,
        approver_scope: agent?.confirmation_approver_scope ?? 'initiator',
        status: 'pending',
        mode: isInChannel(agent) ? 'channel' : 'inline',
        tool_name: call.tool,
        arguments: call.input ?? {},
        created_at: moment,
        decided_at: null,
        approver_user_id: null,
        reason: null,
    });
    const timeout = Date.parse(moment) + waitSeconds * 1000;
    turn.append(announcement(asking, confirmation, new Date(timeout).toISOString()), moment);
    return (goOn) => {
        const giveUp = () => expire(world, confirmation.id);
        const callOff = world.clock.at(timeout, giveUp);
        turn.awaiting = confirmation.id;
        world.approvals.set(confirmation.id, (decision) => {
            turn.awaiting = undefined;
            callOff();
            goOn(decision);
        });
        return giveUp;
    };
}
function isInChannel(agent) {
    if (agent === undefined || agent.confirmation_mode === 'inline_only')
        return false;
    return agent.confirmation_mode === 'channel_only' || agent.approval_channel_id !== null;
}
function announcement({ world, agent }, { id, tool_name, arguments: given, agent_id, mode, approver_scope }, timeout_at) {
    const channel = world.store.channels.get(agent?.approval_channel_id ?? '');
    const data = {
        type: 'awaiting_confirmation',
        confirmation_id: id,
        tool_name,
        arguments: given,
        timeout_at,
        agent_id,
        mode,
        channel_label: mode === 'channel' ? (channel?.name ?? null) : null,
        approver_scope,
    };
    return { event: 'awaiting_confirmation', data };
}
