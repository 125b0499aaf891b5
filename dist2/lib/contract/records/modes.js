import * as z from 'zod/mini';
/** Which loop answers a query; `auto` lets a fast model decide. */
export const turnMode = z.enum(['react', 'dag', 'auto']);
/** When an agent asks before it acts. */
export const confirmationMode = z.enum(['auto', 'inline_only', 'channel_only']);
/** Who may decide what it asks. */
export const approverScope = z.enum(['initiator', 'agent_owner', 'org_members']);
