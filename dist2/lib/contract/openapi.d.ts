import { type Json } from './openapi/schemas.ts';
/**
 * The contract as OpenAPI 3.1: every operation that the fake plays, with what it takes and answers
 * where a deployment follows the specification. `x-choices` names the points at which deployments
 * differ, at the operations that show them; those at the root show at all.
 */
export declare function openApi(): Json;
