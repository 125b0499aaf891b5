import * as z from 'zod/mini';
import { approverScope, confirmationMode, turnMode } from '../records/modes.js';
import { label, optionalDetails, optionalFlag, optionalText } from './fields.js';
const texts = z.nullish(z.array(z.string()));
const settings = {
    icon: optionalText,
    description: optionalText,
    instructions: optionalText,
    compact_instructions: optionalText,
    model_config_json: optionalDetails,
    tool_categories: texts,
    suggested_prompts: texts,
    kb_ids: texts,
    connector_ids: texts,
    mcp_server_ids: texts,
    grounding_config: optionalDetails,
    sandbox_config: optionalDetails,
    execution_mode: z.nullish(turnMode),
    confirmation_mode: z.nullish(confirmationMode),
    confirmation_approver_scope: z.nullish(approverScope),
    require_confirmation_for_all: optionalFlag,
    approval_channel_id: optionalText,
    suggest_followups: optionalFlag,
};
/** `POST /api/agents`. */
export const createAgentBody = z.object({ name: label, ...settings });
/** `PUT /api/agents/{agent_id}`: what is absent stays, null is the default again. */
export const updateAgentBody = z.object({
    name: z.optional(label),
    ...settings,
    is_active: optionalFlag,
});
