import type { Call, Reply } from '../call.ts';
/** Whether a call asks for the contract itself, which belongs to no world. */
export declare const asksForContract: ({ method, path }: Call) => boolean;
/** The contract as OpenAPI; written when it is first asked for, since few ever do. */
export declare function describeContract(): Promise<Reply>;
