import * as z from 'zod/mini';
import { connector, connectorAction } from '../records/connector.js';
import { httpUrl, label, optionalDetails, optionalFlag, optionalText } from './fields.js';
const how = {
    type: z.nullish(connector.shape.type),
    base_url: z.nullish(httpUrl),
    auth_type: optionalText,
    auth_config: optionalDetails,
    db_config: optionalDetails,
};
/** `POST /api/connectors`, and `PUT`, which replaces all of it (4.7: not shown). */
export const connectorBody = z.object({
    name: label,
    description: optionalText,
    icon: optionalText,
    ...how,
    is_active: optionalFlag,
    allow_fallback: optionalFlag,
});
/** `POST /api/connectors/test-connection`: a connector that is not stored yet. */
export const connectionBody = z.object(how);
/** An action of a connector: added, or put in the place of another. */
export const connectorActionBody = z.object({
    name: label,
    description: optionalText,
    method: z.nullish(connectorAction.shape.method),
    path: z
        .string()
        .check(z.refine((path) => path.startsWith('/'), { error: 'Input should start with a slash' })),
    parameters_schema: optionalDetails,
    request_body_template: optionalDetails,
    response_extract: optionalText,
    requires_confirmation: optionalFlag,
});
/** `PUT /api/connectors/{connector_id}/my-credentials`. */
export const connectorCredentialsBody = z.object({
    credentials: z.record(z.string(), z.string()),
});
