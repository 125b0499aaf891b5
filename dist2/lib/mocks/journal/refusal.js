import { ApiError, InvalidInput } from '../api-error.js';
/** Why a call was refused, by what was thrown. */
export function conditionOf(error) {
    if (error instanceof InvalidInput)
        return 'invalid';
    return error instanceof ApiError ? error.condition : 'crash';
}
