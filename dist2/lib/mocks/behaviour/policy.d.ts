import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { Choose } from './choose.ts';
type Session = {
    readonly access_token: string;
    readonly token_type: string;
    readonly expires_in: number;
};
/** Named values that stages, state and turns read. */
export type Policy = ReturnType<typeof compilePolicy>;
export declare function compilePolicy(choose: Choose): {
    input: {
        coerce: import("./coerce.ts").Coerce;
        otherContentType: "body-not-json" | "body-type-unsupported" | "crash" | undefined;
        unreadableIsInvalid: boolean;
    };
    credentials: {
        takesBodyToken: (endpoint: EndpointId) => boolean;
        ignoresHeader: (endpoint: Endpoint) => boolean;
        bodyTokenWins: boolean;
        isBearer: ((scheme: string) => boolean) | ((scheme: string) => scheme is "Bearer");
        takesRefreshToken: boolean;
        expiredKey: "key-expired" | "token-expired" | undefined;
        accessSeconds: number;
        refreshRotation: "once" | "reusable" | "single-session";
        tokenType: "Bearer" | "bearer";
        /** What of a session a refresh answers. */
        refreshed: ((session: Session) => object) | (({ access_token, token_type, expires_in }: Session) => object);
        /** What a restricted account is told at the streaming endpoints. */
        restrictedOnChat: "account-restricted" | "credential-missing";
        restrictedMaySignIn: boolean;
    };
    scopes: {
        enforced: boolean;
        /** What a scoped key must hold; `full`: no scoped key will do. */
        needed: (id: EndpointId, { scope }: Endpoint) => "admin" | "agents" | "chat" | "connectors" | "full" | "kb" | undefined;
        separator: " " | "," | ";";
        adminOpensAll: boolean;
    };
    lists: {
        defaultSize: number;
        clampsSize: boolean;
        beyondEnd: "empty" | "last" | "missing";
    };
    keys: {
        expiryField: string;
        countsReads: boolean;
        ofOthers: boolean;
    };
    conversations: {
        ofOthers: boolean;
        order: "newest" | "oldest" | "starred-first";
        searchParameter: string;
        takesAnyMode: boolean;
        takesKnowledgeBases: boolean;
        created: ((conversation: object) => object) | (({ id }: {
            readonly id: string;
        }) => {
            conversation_id: string;
        });
    };
    connections: {
        tellsOfOthers: boolean;
        noBaseUrl: (() => import("../api-error.ts").ApiError) | ((input: unknown) => import("../api-error.ts").InvalidInput);
        tellsSecrets: boolean;
        channelsNeedOrganization: boolean;
    };
    portal: {
        version: string;
        revokesRefreshTokens: boolean;
        ownersRetrieve: boolean;
    };
    turns: {
        needsQuery: boolean;
        longestQuery: number | undefined;
        cancelsOnDisconnect: boolean;
        refusesSecond: boolean;
        makesConversation: boolean;
        refusesUnknownAgent: boolean;
        cursorsRestart: boolean;
        cursorStep: number;
        suggestsAlways: boolean;
        sendsPostProcessing: boolean;
        announcesTools: boolean;
        announcesRoute: boolean;
        sendsHeartbeat: boolean;
        title: "first" | "last" | "never";
    };
    resume: {
        checksCursor: boolean;
        needsCursor: boolean;
        midTurn: "follow" | "previous" | "stored";
        wholeConversation: boolean;
        /** Events of a turn that a replay leaves out. */
        leavesOut: Set<string>;
        refusesBelowMinusOne: boolean;
    };
    workflows: {
        startsOfBatch: (() => 1) | ((size: number) => number);
    };
    approvals: {
        waitSeconds: number;
        tellsArguments: boolean;
    };
    countsUnstoredTurns: boolean;
};
export {};
