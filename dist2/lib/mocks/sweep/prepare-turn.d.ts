/** What is asked, and by whom. */
export type Question = {
    readonly q: string;
    /** Where it is asked; `react` unless given. */
    readonly mode?: 'react' | 'dag' | 'auto' | undefined;
    readonly agent_id?: string | undefined;
    /** Who asks; the first account of the demo fixture unless given. */
    readonly email?: string | undefined;
    readonly password?: string | undefined;
};
/** What a client needs to play a turn. */
export type SweptTurn = {
    readonly baseUrl: string;
    /** The only way to the fake. */
    readonly fetch: typeof globalThis.fetch;
    /** An access token; the body of the turn has it, too. */
    readonly token: string;
    /** Where to send the question, such as `/api/react`. */
    readonly path: string;
    readonly body: Readonly<Record<string, string>>;
    readonly conversation_id: string;
};
/** Signs in and makes a conversation; the question itself is for the client to ask. */
export declare function prepareTurn(fetch: typeof globalThis.fetch, { q, mode, agent_id, email, password }: Question): Promise<SweptTurn>;
