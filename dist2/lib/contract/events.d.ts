import * as z from 'zod/mini';
/** The canonical payload of every event, with the spec's names; wire adds or changes names. */
export declare const eventData: {
    readonly routing: z.ZodMiniObject<{
        mode: z.ZodMiniEnum<{
            dag: "dag";
            react: "react";
        }>;
        reasoning: z.ZodMiniString<string>;
    }, z.core.$strip>;
    readonly step: z.ZodMiniUnion<readonly [z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"thinking">;
        status: z.ZodMiniEnum<{
            delta: "delta";
            done: "done";
            start: "start";
        }>;
        iteration: z.ZodMiniOptional<z.ZodMiniInt>;
        thinking_delta: z.ZodMiniOptional<z.ZodMiniString<string>>;
        reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"iteration">;
        status: z.ZodMiniEnum<{
            done: "done";
            start: "start";
        }>;
        iteration: z.ZodMiniInt;
        tool: z.ZodMiniString<string>;
        input: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
        reasoning: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        observation: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        error: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        iter_elapsed: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"answer">;
        status: z.ZodMiniLiteral<"start">;
    }, z.core.$strip>]>;
    readonly step_progress: z.ZodMiniObject<{
        step_id: z.ZodMiniString<string>;
        event: z.ZodMiniEnum<{
            completed: "completed";
            iteration: "iteration";
            started: "started";
            thinking_delta: "thinking_delta";
        }>;
        task: z.ZodMiniOptional<z.ZodMiniString<string>>;
        started_at: z.ZodMiniOptional<z.ZodMiniString<string>>;
        type: z.ZodMiniOptional<z.ZodMiniLiteral<"tool_call">>;
        iteration: z.ZodMiniOptional<z.ZodMiniInt>;
        status: z.ZodMiniOptional<z.ZodMiniEnum<{
            completed: "completed";
            done: "done";
            failed: "failed";
            skipped: "skipped";
            start: "start";
        }>>;
        thinking_delta: z.ZodMiniOptional<z.ZodMiniString<string>>;
        tool: z.ZodMiniOptional<z.ZodMiniString<string>>;
        input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        reasoning: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        observation: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        error: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        iter_elapsed: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        result: z.ZodMiniOptional<z.ZodMiniString<string>>;
        completed_at: z.ZodMiniOptional<z.ZodMiniString<string>>;
        duration: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    }, z.core.$strip>;
    readonly phase: z.ZodMiniObject<{
        name: z.ZodMiniEnum<{
            analyzing: "analyzing";
            executing: "executing";
            planning: "planning";
            replanning: "replanning";
            selecting_tools: "selecting_tools";
        }>;
        status: z.ZodMiniEnum<{
            done: "done";
            start: "start";
        }>;
        round: z.ZodMiniInt;
        steps: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            task: z.ZodMiniString<string>;
            deps: z.ZodMiniArray<z.ZodMiniString<string>>;
            tool_hint: z.ZodMiniNullable<z.ZodMiniString<string>>;
        }, z.core.$strip>>>;
        results: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            task: z.ZodMiniString<string>;
            status: z.ZodMiniEnum<{
                completed: "completed";
                failed: "failed";
                skipped: "skipped";
            }>;
            result: z.ZodMiniString<string>;
            started_at: z.ZodMiniString<string>;
            completed_at: z.ZodMiniString<string>;
            duration: z.ZodMiniNumber<number>;
        }, z.core.$strip>>>;
        achieved: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        confidence: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
        reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
        total_tools: z.ZodMiniOptional<z.ZodMiniInt>;
    }, z.core.$strip>;
    readonly compact: z.ZodMiniObject<{
        original_messages: z.ZodMiniInt;
        kept_messages: z.ZodMiniInt;
    }, z.core.$strip>;
    readonly answer: z.ZodMiniUnion<readonly [z.ZodMiniObject<{
        type: z.ZodMiniEnum<{
            done: "done";
            start: "start";
        }>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"delta">;
        text: z.ZodMiniString<string>;
    }, z.core.$strip>]>;
    readonly inject: z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"inject">;
        content: z.ZodMiniString<string>;
        id: z.ZodMiniString<string>;
        phase: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>;
    /** Not in the spec's table: the turn waits for a decision on the tool call that was announced. */
    readonly awaiting_confirmation: z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"awaiting_confirmation">;
        confirmation_id: z.ZodMiniString<string>;
        tool_name: z.ZodMiniString<string>;
        arguments: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
        timeout_at: z.ZodMiniString<string>;
        agent_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
        mode: z.ZodMiniEnum<{
            channel: "channel";
            inline: "inline";
        }>;
        channel_label: z.ZodMiniNullable<z.ZodMiniString<string>>;
        approver_scope: z.ZodMiniEnum<{
            agent_owner: "agent_owner";
            initiator: "initiator";
            org_members: "org_members";
        }>;
    }, z.core.$strip>;
    readonly done: z.ZodMiniObject<{
        answer: z.ZodMiniString<string>;
        tokens: z.ZodMiniInt;
        elapsed: z.ZodMiniNumber<number>;
        iterations: z.ZodMiniOptional<z.ZodMiniInt>;
        iter_elapsed: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        achieved: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        confidence: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        rounds: z.ZodMiniOptional<z.ZodMiniInt>;
        usage: z.ZodMiniObject<{
            prompt_tokens: z.ZodMiniInt;
            completion_tokens: z.ZodMiniInt;
            total_tokens: z.ZodMiniInt;
        }, z.core.$strip>;
        cache: z.ZodMiniObject<{
            read_tokens: z.ZodMiniInt;
            creation_tokens: z.ZodMiniInt;
        }, z.core.$strip>;
    }, z.core.$strip>;
    /** Not in the spec's table: some deployments send it while nothing else happens. */
    readonly heartbeat: z.ZodMiniObject<{}, z.core.$strip>;
    /** Not in the spec's table: what comes after `done` takes a moment. */
    readonly post_processing: z.ZodMiniObject<{}, z.core.$strip>;
    readonly suggestions: z.ZodMiniArray<z.ZodMiniString<string>>;
    readonly title: z.ZodMiniObject<{
        title: z.ZodMiniString<string>;
    }, z.core.$strip>;
    readonly end: z.ZodMiniObject<{}, z.core.$strip>;
    readonly resume_done: z.ZodMiniObject<{
        replayed: z.ZodMiniInt;
        last_cursor: z.ZodMiniInt;
    }, z.core.$strip>;
};
export type EventName = keyof typeof eventData;
export type EventData<Name extends EventName> = z.infer<(typeof eventData)[Name]>;
/** An event that the platform could not send: any name with any payload, said on purpose. */
export type Violation = {
    readonly event: 'violation';
    readonly data: {
        readonly name: string;
        readonly payload: unknown;
    };
};
/** An event of a turn in canonical form: what transcripts store. */
export type TurnEvent = Violation | {
    [Name in Exclude<EventName, 'resume_done'>]: {
        readonly event: Name;
        readonly data: EventData<Name>;
    };
}[Exclude<EventName, 'resume_done'>];
/** A stored event: its cursor, and when it happened (ISO 8601, UTC). */
export type StoredEvent = TurnEvent & {
    readonly cursor: number;
    readonly at: string;
};
/** Whether a value can be replayed as a stored event. */
export declare const isStoredEvent: (value: unknown) => value is StoredEvent;
/** Whether a value can be kept as the transcript of a turn. */
export declare const isTranscript: (value: unknown) => value is Transcript;
/** The stored canonical events of one finished turn, which resume replays. */
export type Transcript = {
    readonly id: string;
    readonly conversation_id: string;
    readonly mode: 'react' | 'dag';
    readonly user_message_id: string;
    /** `null` for a turn that was cut before its end. */
    readonly assistant_message_id: string | null;
    readonly events: readonly StoredEvent[];
    readonly created_at: string;
};
