import type { Refusal } from './refusal.ts';
/** Why a path leads nowhere, and which operations are nearest to it. */
export declare function explainUnknownRoute({ call, matched, world }: Refusal): string;
