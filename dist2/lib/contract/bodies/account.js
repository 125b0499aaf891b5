import * as z from 'zod/mini';
import { ownLimits } from '../limits.js';
import { turnMode } from '../records/modes.js';
import { notifications } from '../records/notifications.js';
import { optionalFlag, optionalText } from './fields.js';
const { username, passwordLength } = ownLimits;
const timeZone = z.string().check(z.refine(isTimeZone));
function isTimeZone(name) {
    try {
        return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
    }
    catch {
        return false;
    }
}
/** `PATCH /api/auth/profile`: what is absent stays, null is the default again. */
export const profileBody = z.object({
    display_name: optionalText,
    username: z.nullish(z.string().check(z.minLength(username.min), z.maxLength(username.max))),
    system_instructions: optionalText,
    preferred_language: optionalText,
    timezone: z.nullish(timeZone),
    avatar: optionalText,
    onboarding_completed: optionalFlag,
    default_agent_id: optionalText,
    default_exec_mode: z.nullish(turnMode),
    default_reasoning: optionalText,
});
/** `POST /api/auth/change-password`. */
export const changePasswordBody = z.object({
    current_password: z.string(),
    new_password: z.string().check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max)),
});
/** `PUT /api/me/notifications`: what is absent stays. */
export const notificationsBody = z.partial(notifications);
