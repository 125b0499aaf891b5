import { staysOpen } from '../../contract/errors.js';
import { ApiError } from '../api-error.js';
import { settingsOf } from '../state/settings.js';
const retryAfter = { 'retry-after': '300' };
/** While the platform is under maintenance, only sign-in and administration answer. */
export function maintain(world, { path }) {
    if (!settingsOf(world.store).maintenance_mode || staysOpen(path))
        return;
    throw new ApiError('maintenance', 'The platform is under maintenance. Try again later.', {
        headers: retryAfter,
    });
}
