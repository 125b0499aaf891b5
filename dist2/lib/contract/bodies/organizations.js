import * as z from 'zod/mini';
import { memberRole } from '../records/organization.js';
import { label, optionalText } from './fields.js';
/** `POST /api/orgs`, and `PUT`, which replaces it. */
export const organizationBody = z.object({ name: label, description: optionalText });
/** `POST /api/orgs/{org_id}/members`: somebody by id or by e-mail address. */
export const newMemberBody = z
    .object({ user_id: optionalText, email: optionalText, role: z.nullish(memberRole) })
    .check(z.refine(({ user_id, email }) => Boolean(user_id ?? email), {
    path: ['user_id'],
    error: 'Either `user_id` or `email` is needed',
}));
/** `PATCH /api/orgs/{org_id}/members/{user_id}`. */
export const memberRoleBody = z.object({ role: memberRole });
