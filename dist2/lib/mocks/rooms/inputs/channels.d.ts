import type { Inputs } from '../../../contract/inputs/input.ts';
import type { Policy } from '../../behaviour/policy.ts';
/** What operations on channels take: some deployments want an organization with each. */
export declare function channelsInputsOf({ connections }: Policy): Inputs;
