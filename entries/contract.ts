/**
 * The contract of the platform as data: the rules of the specification, and the choices that it
 * leaves to deployments.
 *
 * - `operations` has a row for each operation; `openApi` returns them as an OpenAPI 3.1 document.
 * - `choices` has the points at which deployments differ; `rules` has the sentences that the suite
 *   checks.
 * - `errorCodes`, `conditions`, `limits`, `scopes` and `eventData` are the tables of the specification.
 *
 * @module
 */

export { type ChoiceId, choices } from '../contract/choices.ts'
export { type OperationId, operations } from '../contract/operations.ts'
export type { BodyOf, Operation, QueryOf } from '../contract/operations/operation.ts'
export { conditions, type ErrorCode, errorCodes } from '../contract/errors.ts'
export { eventData, type StoredEvent, type Transcript, type TurnEvent } from '../contract/events.ts'
export { limits } from '../contract/limits.ts'
export { openApi } from '../contract/openapi/document.ts'
export { rules, type RuleId } from '../contract/rules.ts'
export { type Scope, scopes } from '../contract/scopes.ts'
