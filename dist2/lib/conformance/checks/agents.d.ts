import type { Check } from '../check.ts';
/** Agents and knowledge bases (2.8, 4.4, 4.5). */
export declare const agentChecks: readonly Check[];
