import type { Inputs } from '../../../contract/inputs/input.ts';
import type { Policy } from '../../behaviour/policy.ts';
/** What chat takes: a query as long as it may be, and a cursor as far as it is checked here. */
export declare function chatInputsOf({ turns, resume }: Policy): Inputs;
