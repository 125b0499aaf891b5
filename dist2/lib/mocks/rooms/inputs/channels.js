import * as z from 'zod/mini';
import { channelsQuery, newChannelBody } from '../../../contract/bodies/channels.js';
import { channelsInputs } from '../../../contract/inputs/channels.js';
const organization = { org_id: z.string() };
/** What operations on channels take: some deployments want an organization with each. */
export function channelsInputsOf({ connections }) {
    if (!connections.channelsNeedOrganization)
        return channelsInputs;
    return {
        ...channelsInputs,
        'channels.list': { query: z.extend(channelsQuery, organization) },
        'channels.create': { body: z.extend(newChannelBody, organization) },
    };
}
