import type { EndpointId } from '../endpoints.ts';
import { type Json } from './schemas.ts';
/** One operation as OpenAPI has it. */
export declare function operationOf(id: EndpointId): Json;
/** The family of an operation: the first word of its id. */
export declare const familyOf: (id: EndpointId) => string;
