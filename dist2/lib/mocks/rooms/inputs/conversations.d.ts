import type { Inputs } from '../../../contract/inputs/input.ts';
import type { Policy } from '../../behaviour/policy.ts';
/** What operations on conversations take: the name of the search, the modes, the knowledge bases. */
export declare function conversationsInputsOf({ conversations }: Policy): Inputs;
