import { Skipped } from '../outcomes.ts';
/** What some choices take to be seen, and only who knows the target can give. */
export type Aids = {
    /** An account that is restricted, and an API key that it had before. */
    readonly restrictedEmail?: string | undefined;
    readonly restrictedPassword?: string | undefined;
    readonly restrictedKey?: string | undefined;
    /** A question that makes a turn ask for an approval, which is rejected, and the id of its agent. */
    readonly approvalQuery?: string | undefined;
    readonly approvalAgent?: string | undefined;
    /** The id of a workflow that may be run without inputs, some twenty times. */
    readonly workflow?: string | undefined;
    /** Whether all sessions of the second user may be ended. */
    readonly endSessions?: boolean | undefined;
};
/** What an observer throws that lacks something which a flag could give. */
export declare class Needed extends Skipped {
    readonly name = "Needed";
}
/** An aid or a credential that an observer cannot do without. Throws `Needed` with its flag. */
export declare function needed<Aid>(aid: Aid | undefined, flag: string): Aid;
