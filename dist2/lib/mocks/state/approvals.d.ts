/** What became of the question whether a tool call may be made. */
export type Decision = {
    readonly status: 'approved' | 'rejected' | 'expired';
    /** What the approver gave as a reason. */
    readonly reason: string | null;
};
/** The turns of a world that wait for a decision: how each goes on, by the id of its confirmation. */
export type Approvals = Map<string, (decision: Decision) => void>;
