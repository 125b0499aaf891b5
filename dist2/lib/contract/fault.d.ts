import * as z from 'zod/mini';
/**
 * What becomes of a stream; effects that are given together happen together. Events count from 1 as
 * the platform sends them, also where some are dropped or doubled; comments are none.
 */
export declare const streamFault: z.ZodMiniObject<{
    cut: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
        after_event: z.ZodMiniInt;
        how: z.ZodMiniOptional<z.ZodMiniEnum<{
            close: "close";
            reset: "reset";
        }>>;
    }, z.core.$strict>, z.ZodMiniObject<{
        at_byte: z.ZodMiniInt;
        how: z.ZodMiniOptional<z.ZodMiniEnum<{
            close: "close";
            reset: "reset";
        }>>;
    }, z.core.$strict>, z.ZodMiniObject<{
        event: z.ZodMiniInt;
        inside: z.ZodMiniEnum<{
            "blank-line": "blank-line";
            character: "character";
            data: "data";
            fields: "fields";
        }>;
        how: z.ZodMiniOptional<z.ZodMiniEnum<{
            close: "close";
            reset: "reset";
        }>>;
    }, z.core.$strict>]>>;
    stall: z.ZodMiniOptional<z.ZodMiniObject<{
        after_event: z.ZodMiniInt;
        for: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
    }, z.core.$strict>>;
    drip: z.ZodMiniOptional<z.ZodMiniObject<{
        bytes: z.ZodMiniInt;
        every: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
    }, z.core.$strict>>;
    duplicate: z.ZodMiniOptional<z.ZodMiniObject<{
        event: z.ZodMiniInt;
    }, z.core.$strict>>;
    reorder: z.ZodMiniOptional<z.ZodMiniObject<{
        event: z.ZodMiniInt;
    }, z.core.$strict>>;
    drop: z.ZodMiniOptional<z.ZodMiniObject<{
        event: z.ZodMiniInt;
    }, z.core.$strict>>;
    malform: z.ZodMiniOptional<z.ZodMiniObject<{
        event: z.ZodMiniInt;
        as: z.ZodMiniEnum<{
            field: "field";
            json: "json";
            utf8: "utf8";
        }>;
    }, z.core.$strict>>;
    without_end: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
    crlf: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
    split: z.ZodMiniOptional<z.ZodMiniObject<{
        bytes: z.ZodMiniInt;
    }, z.core.$strict>>;
    merge: z.ZodMiniOptional<z.ZodMiniObject<{
        events: z.ZodMiniInt;
    }, z.core.$strict>>;
}, z.core.$strict>;
declare const effect: z.ZodMiniObject<{
    latency: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>, z.ZodMiniObject<{
        from: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
        to: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
    }, z.core.$strict>, z.ZodMiniObject<{
        mean: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
        deviation: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
    }, z.core.$strict>]>>;
    error: z.ZodMiniOptional<z.ZodMiniObject<{
        code: z.ZodMiniEnum<{
            bad_request: "bad_request";
            conflict: "conflict";
            conversation_not_found: "conversation_not_found";
            forbidden: "forbidden";
            internal_error: "internal_error";
            invalid_cursor: "invalid_cursor";
            invalid_token: "invalid_token";
            method_not_allowed: "method_not_allowed";
            no_recent_assistant_message: "no_recent_assistant_message";
            not_found: "not_found";
            payload_too_large: "payload_too_large";
            rate_limit_exceeded: "rate_limit_exceeded";
            service_unavailable: "service_unavailable";
            token_expired: "token_expired";
            unauthorized: "unauthorized";
            unsupported_media_type: "unsupported_media_type";
        }>;
        message: z.ZodMiniOptional<z.ZodMiniString<string>>;
        retry_after: z.ZodMiniOptional<z.ZodMiniInt>;
    }, z.core.$strict>>;
    connection: z.ZodMiniOptional<z.ZodMiniEnum<{
        refused: "refused";
        reset: "reset";
    }>>;
    body: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"empty">, z.ZodMiniObject<{
        truncate: z.ZodMiniInt;
    }, z.core.$strict>]>>;
    stream: z.ZodMiniOptional<z.ZodMiniObject<{
        cut: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
            after_event: z.ZodMiniInt;
            how: z.ZodMiniOptional<z.ZodMiniEnum<{
                close: "close";
                reset: "reset";
            }>>;
        }, z.core.$strict>, z.ZodMiniObject<{
            at_byte: z.ZodMiniInt;
            how: z.ZodMiniOptional<z.ZodMiniEnum<{
                close: "close";
                reset: "reset";
            }>>;
        }, z.core.$strict>, z.ZodMiniObject<{
            event: z.ZodMiniInt;
            inside: z.ZodMiniEnum<{
                "blank-line": "blank-line";
                character: "character";
                data: "data";
                fields: "fields";
            }>;
            how: z.ZodMiniOptional<z.ZodMiniEnum<{
                close: "close";
                reset: "reset";
            }>>;
        }, z.core.$strict>]>>;
        stall: z.ZodMiniOptional<z.ZodMiniObject<{
            after_event: z.ZodMiniInt;
            for: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
        }, z.core.$strict>>;
        drip: z.ZodMiniOptional<z.ZodMiniObject<{
            bytes: z.ZodMiniInt;
            every: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
        }, z.core.$strict>>;
        duplicate: z.ZodMiniOptional<z.ZodMiniObject<{
            event: z.ZodMiniInt;
        }, z.core.$strict>>;
        reorder: z.ZodMiniOptional<z.ZodMiniObject<{
            event: z.ZodMiniInt;
        }, z.core.$strict>>;
        drop: z.ZodMiniOptional<z.ZodMiniObject<{
            event: z.ZodMiniInt;
        }, z.core.$strict>>;
        malform: z.ZodMiniOptional<z.ZodMiniObject<{
            event: z.ZodMiniInt;
            as: z.ZodMiniEnum<{
                field: "field";
                json: "json";
                utf8: "utf8";
            }>;
        }, z.core.$strict>>;
        without_end: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
        crlf: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
        split: z.ZodMiniOptional<z.ZodMiniObject<{
            bytes: z.ZodMiniInt;
        }, z.core.$strict>>;
        merge: z.ZodMiniOptional<z.ZodMiniObject<{
            events: z.ZodMiniInt;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** A failure that is put into the answers of a world on purpose. */
export declare const fault: z.ZodMiniObject<{
    id: z.ZodMiniOptional<z.ZodMiniString<string>>;
    about: z.ZodMiniOptional<z.ZodMiniString<string>>;
    match: z.ZodMiniOptional<z.ZodMiniObject<{
        endpoint: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
        caller: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>>;
        nth: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniInt, z.ZodMiniArray<z.ZodMiniInt>]>>;
        every: z.ZodMiniOptional<z.ZodMiniInt>;
        probability: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        from: z.ZodMiniOptional<z.ZodMiniString<string>>;
        until: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strict>>;
    times: z.ZodMiniOptional<z.ZodMiniInt>;
    effect: z.ZodMiniObject<{
        latency: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>, z.ZodMiniObject<{
            from: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
            to: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
        }, z.core.$strict>, z.ZodMiniObject<{
            mean: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
            deviation: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
        }, z.core.$strict>]>>;
        error: z.ZodMiniOptional<z.ZodMiniObject<{
            code: z.ZodMiniEnum<{
                bad_request: "bad_request";
                conflict: "conflict";
                conversation_not_found: "conversation_not_found";
                forbidden: "forbidden";
                internal_error: "internal_error";
                invalid_cursor: "invalid_cursor";
                invalid_token: "invalid_token";
                method_not_allowed: "method_not_allowed";
                no_recent_assistant_message: "no_recent_assistant_message";
                not_found: "not_found";
                payload_too_large: "payload_too_large";
                rate_limit_exceeded: "rate_limit_exceeded";
                service_unavailable: "service_unavailable";
                token_expired: "token_expired";
                unauthorized: "unauthorized";
                unsupported_media_type: "unsupported_media_type";
            }>;
            message: z.ZodMiniOptional<z.ZodMiniString<string>>;
            retry_after: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strict>>;
        connection: z.ZodMiniOptional<z.ZodMiniEnum<{
            refused: "refused";
            reset: "reset";
        }>>;
        body: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"empty">, z.ZodMiniObject<{
            truncate: z.ZodMiniInt;
        }, z.core.$strict>]>>;
        stream: z.ZodMiniOptional<z.ZodMiniObject<{
            cut: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
                after_event: z.ZodMiniInt;
                how: z.ZodMiniOptional<z.ZodMiniEnum<{
                    close: "close";
                    reset: "reset";
                }>>;
            }, z.core.$strict>, z.ZodMiniObject<{
                at_byte: z.ZodMiniInt;
                how: z.ZodMiniOptional<z.ZodMiniEnum<{
                    close: "close";
                    reset: "reset";
                }>>;
            }, z.core.$strict>, z.ZodMiniObject<{
                event: z.ZodMiniInt;
                inside: z.ZodMiniEnum<{
                    "blank-line": "blank-line";
                    character: "character";
                    data: "data";
                    fields: "fields";
                }>;
                how: z.ZodMiniOptional<z.ZodMiniEnum<{
                    close: "close";
                    reset: "reset";
                }>>;
            }, z.core.$strict>]>>;
            stall: z.ZodMiniOptional<z.ZodMiniObject<{
                after_event: z.ZodMiniInt;
                for: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
            }, z.core.$strict>>;
            drip: z.ZodMiniOptional<z.ZodMiniObject<{
                bytes: z.ZodMiniInt;
                every: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
            }, z.core.$strict>>;
            duplicate: z.ZodMiniOptional<z.ZodMiniObject<{
                event: z.ZodMiniInt;
            }, z.core.$strict>>;
            reorder: z.ZodMiniOptional<z.ZodMiniObject<{
                event: z.ZodMiniInt;
            }, z.core.$strict>>;
            drop: z.ZodMiniOptional<z.ZodMiniObject<{
                event: z.ZodMiniInt;
            }, z.core.$strict>>;
            malform: z.ZodMiniOptional<z.ZodMiniObject<{
                event: z.ZodMiniInt;
                as: z.ZodMiniEnum<{
                    field: "field";
                    json: "json";
                    utf8: "utf8";
                }>;
            }, z.core.$strict>>;
            without_end: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
            crlf: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
            split: z.ZodMiniOptional<z.ZodMiniObject<{
                bytes: z.ZodMiniInt;
            }, z.core.$strict>>;
            merge: z.ZodMiniOptional<z.ZodMiniObject<{
                events: z.ZodMiniInt;
            }, z.core.$strict>>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
}, z.core.$strict>;
/** How often a fault was met and how often it struck. */
export declare const faultCounts: z.ZodMiniObject<{
    met: z.ZodMiniInt;
    struck: z.ZodMiniInt;
}, z.core.$strict>;
export type Fault = z.infer<typeof fault>;
/** A fault as it is written: durations may be texts. */
export type FaultInput = z.input<typeof fault>;
export type FaultCounts = z.infer<typeof faultCounts>;
export type FaultEffect = z.infer<typeof effect>;
export type StreamFault = z.infer<typeof streamFault>;
export {};
