import { ownLimits } from '../../contract/limits.js';
import { WorldError } from './world-error.js';
/** Throws `WorldError` for what can't be the name of a world. */
export function refuseName(name) {
    if (name.length === 0 || name.length > ownLimits.worldName || /[\p{Cc}\p{Cs}]/u.test(name))
        throw new WorldError('name', `A world’s name has 1 to ${ownLimits.worldName} characters, none of them a control character.`);
}
