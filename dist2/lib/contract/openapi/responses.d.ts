import type { Operation } from '../inputs.ts';
import { type Json } from './schemas.ts';
/** The answers of an operation by status: its success, then its refusals. */
export declare function responsesOf(endpoint: Operation): Json;
/** Refusals differ by their status and codes alone, so operations share them. */
export declare function sharedRefusals(endpoints: readonly Operation[]): Json;
