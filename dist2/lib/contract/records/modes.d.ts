import * as z from 'zod/mini';
/** Which loop answers a query; `auto` lets a fast model decide. */
export declare const turnMode: z.ZodMiniEnum<{
    auto: "auto";
    dag: "dag";
    react: "react";
}>;
/** When an agent asks before it acts. */
export declare const confirmationMode: z.ZodMiniEnum<{
    auto: "auto";
    channel_only: "channel_only";
    inline_only: "inline_only";
}>;
/** Who may decide what it asks. */
export declare const approverScope: z.ZodMiniEnum<{
    agent_owner: "agent_owner";
    initiator: "initiator";
    org_members: "org_members";
}>;
export type TurnMode = z.infer<typeof turnMode>;
