import type { FaultEffect } from '../../contract/fault.ts';
import { ApiError } from '../api-error.ts';
/** The error that a fault asks for, as a stage or a route would throw it. */
export declare function injectedError({ code, message, retry_after, }: NonNullable<FaultEffect['error']>): ApiError;
