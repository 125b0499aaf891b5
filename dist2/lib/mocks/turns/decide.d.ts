import type { StoredConfirmation } from '../../contract/records/confirmation.ts';
import type { StoredUser } from '../../contract/records/user.ts';
import type { World } from '../state/world.ts';
/**
 * Decides a pending confirmation, and the turn that waits for it goes on. `by` is the id of the
 * approver, `null` for somebody whom the platform does not know; whether they may is not asked here.
 * Throws `resource-missing` for an unknown confirmation, `state-conflict` for one that is settled.
 */
export declare function decide(world: World, confirmationId: string, decision: 'approve' | 'reject', by: string | null, reason?: string | null): StoredConfirmation;
/** Expires a confirmation that nobody decided, or whose turn is gone. */
export declare function expire(world: World, confirmationId: string): void;
/** Whether a user may decide a confirmation: by the scope that its agent had; administrators may. */
export declare function mayDecide({ store }: World, { approver_scope, user_id, agent_id }: StoredConfirmation, user: StoredUser): boolean;
