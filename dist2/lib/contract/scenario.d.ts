import * as z from 'zod/mini';
/** What a script breaks on purpose of what the platform promises about streams. */
declare const violations: z.ZodMiniObject<{
    end: z.ZodMiniOptional<z.ZodMiniEnum<{
        missing: "missing";
        twice: "twice";
    }>>;
    done: z.ZodMiniOptional<z.ZodMiniEnum<{
        missing: "missing";
        twice: "twice";
    }>>;
    cursor: z.ZodMiniOptional<z.ZodMiniEnum<{
        falling: "falling";
        repeated: "repeated";
    }>>;
}, z.core.$strict>;
/** A script of beats that the fake plays as one stream. */
export declare const scenario: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    about: z.ZodMiniOptional<z.ZodMiniString<string>>;
    match: z.ZodMiniObject<{
        endpoint: z.ZodMiniUnion<readonly [z.ZodMiniEnum<{
            dag: "dag";
            react: "react";
        }>, z.ZodMiniArray<z.ZodMiniEnum<{
            dag: "dag";
            react: "react";
        }>>]>;
        query: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
            all: z.ZodMiniArray<z.ZodMiniString<string>>;
        }, z.core.$strict>]>, z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
            all: z.ZodMiniArray<z.ZodMiniString<string>>;
        }, z.core.$strict>]>>]>>;
        agent: z.ZodMiniOptional<z.ZodMiniString<string>>;
        user: z.ZodMiniOptional<z.ZodMiniString<string>>;
        language: z.ZodMiniOptional<z.ZodMiniString<string>>;
        turn: z.ZodMiniOptional<z.ZodMiniUnion<readonly [z.ZodMiniInt, z.ZodMiniObject<{
            from: z.ZodMiniInt;
            to: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strict>]>>;
        after: z.ZodMiniOptional<z.ZodMiniString<string>>;
        state: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniObject<{
            where: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            at_least: z.ZodMiniOptional<z.ZodMiniInt>;
            at_most: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strict>>>;
    }, z.core.$strict>;
    pace: z.ZodMiniOptional<z.ZodMiniObject<{
        by: z.ZodMiniOptional<z.ZodMiniEnum<{
            character: "character";
            sentence: "sentence";
            token: "token";
            word: "word";
        }>>;
        size: z.ZodMiniOptional<z.ZodMiniInt>;
        every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
        rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        pauses: z.ZodMiniOptional<z.ZodMiniObject<{
            comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
            sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
            paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    script: z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
        pause: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
    }, z.core.$strict>, z.ZodMiniObject<{
        think: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
            text: z.ZodMiniString<string>;
            pace: z.ZodMiniObject<{
                by: z.ZodMiniOptional<z.ZodMiniEnum<{
                    character: "character";
                    sentence: "sentence";
                    token: "token";
                    word: "word";
                }>>;
                size: z.ZodMiniOptional<z.ZodMiniInt>;
                every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                    comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                }, z.core.$strict>>;
            }, z.core.$strict>;
        }, z.core.$strict>]>;
    }, z.core.$strict>, z.ZodMiniObject<{
        call: z.ZodMiniObject<{
            tool: z.ZodMiniString<string>;
            input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
            takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
            observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
            error: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodMiniObject<{
        calls: z.ZodMiniArray<z.ZodMiniObject<{
            tool: z.ZodMiniString<string>;
            input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
            takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
            observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
            error: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strict>>;
    }, z.core.$strict>, z.ZodMiniObject<{
        compact: z.ZodMiniObject<{
            original_messages: z.ZodMiniInt;
            kept_messages: z.ZodMiniInt;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodMiniObject<{
        answer: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
            text: z.ZodMiniString<string>;
            pace: z.ZodMiniObject<{
                by: z.ZodMiniOptional<z.ZodMiniEnum<{
                    character: "character";
                    sentence: "sentence";
                    token: "token";
                    word: "word";
                }>>;
                size: z.ZodMiniOptional<z.ZodMiniInt>;
                every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                    comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                }, z.core.$strict>>;
            }, z.core.$strict>;
        }, z.core.$strict>]>;
    }, z.core.$strict>, z.ZodMiniObject<{
        send: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    }, z.core.$strict>, z.ZodMiniObject<{
        violate: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    }, z.core.$strict>, z.ZodMiniObject<{
        approval: z.ZodMiniObject<{
            call: z.ZodMiniObject<{
                tool: z.ZodMiniString<string>;
                input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
                reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
                takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
                error: z.ZodMiniOptional<z.ZodMiniString<string>>;
            }, z.core.$strict>;
            approved: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
                pause: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
            }, z.core.$strict>, z.ZodMiniObject<{
                think: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
                    text: z.ZodMiniString<string>;
                    pace: z.ZodMiniObject<{
                        by: z.ZodMiniOptional<z.ZodMiniEnum<{
                            character: "character";
                            sentence: "sentence";
                            token: "token";
                            word: "word";
                        }>>;
                        size: z.ZodMiniOptional<z.ZodMiniInt>;
                        every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                            comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>;
                }, z.core.$strict>]>;
            }, z.core.$strict>, z.ZodMiniObject<{
                call: z.ZodMiniObject<{
                    tool: z.ZodMiniString<string>;
                    input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
                    reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    error: z.ZodMiniOptional<z.ZodMiniString<string>>;
                }, z.core.$strict>;
            }, z.core.$strict>, z.ZodMiniObject<{
                calls: z.ZodMiniArray<z.ZodMiniObject<{
                    tool: z.ZodMiniString<string>;
                    input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
                    reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    error: z.ZodMiniOptional<z.ZodMiniString<string>>;
                }, z.core.$strict>>;
            }, z.core.$strict>, z.ZodMiniObject<{
                compact: z.ZodMiniObject<{
                    original_messages: z.ZodMiniInt;
                    kept_messages: z.ZodMiniInt;
                }, z.core.$strict>;
            }, z.core.$strict>, z.ZodMiniObject<{
                answer: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
                    text: z.ZodMiniString<string>;
                    pace: z.ZodMiniObject<{
                        by: z.ZodMiniOptional<z.ZodMiniEnum<{
                            character: "character";
                            sentence: "sentence";
                            token: "token";
                            word: "word";
                        }>>;
                        size: z.ZodMiniOptional<z.ZodMiniInt>;
                        every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                            comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>;
                }, z.core.$strict>]>;
            }, z.core.$strict>, z.ZodMiniObject<{
                send: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
            }, z.core.$strict>, z.ZodMiniObject<{
                violate: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
            }, z.core.$strict>]>>>;
            rejected: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
                pause: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
            }, z.core.$strict>, z.ZodMiniObject<{
                think: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
                    text: z.ZodMiniString<string>;
                    pace: z.ZodMiniObject<{
                        by: z.ZodMiniOptional<z.ZodMiniEnum<{
                            character: "character";
                            sentence: "sentence";
                            token: "token";
                            word: "word";
                        }>>;
                        size: z.ZodMiniOptional<z.ZodMiniInt>;
                        every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                            comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>;
                }, z.core.$strict>]>;
            }, z.core.$strict>, z.ZodMiniObject<{
                call: z.ZodMiniObject<{
                    tool: z.ZodMiniString<string>;
                    input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
                    reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    error: z.ZodMiniOptional<z.ZodMiniString<string>>;
                }, z.core.$strict>;
            }, z.core.$strict>, z.ZodMiniObject<{
                calls: z.ZodMiniArray<z.ZodMiniObject<{
                    tool: z.ZodMiniString<string>;
                    input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
                    reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    error: z.ZodMiniOptional<z.ZodMiniString<string>>;
                }, z.core.$strict>>;
            }, z.core.$strict>, z.ZodMiniObject<{
                compact: z.ZodMiniObject<{
                    original_messages: z.ZodMiniInt;
                    kept_messages: z.ZodMiniInt;
                }, z.core.$strict>;
            }, z.core.$strict>, z.ZodMiniObject<{
                answer: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
                    text: z.ZodMiniString<string>;
                    pace: z.ZodMiniObject<{
                        by: z.ZodMiniOptional<z.ZodMiniEnum<{
                            character: "character";
                            sentence: "sentence";
                            token: "token";
                            word: "word";
                        }>>;
                        size: z.ZodMiniOptional<z.ZodMiniInt>;
                        every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                            comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>;
                }, z.core.$strict>]>;
            }, z.core.$strict>, z.ZodMiniObject<{
                send: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
            }, z.core.$strict>, z.ZodMiniObject<{
                violate: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
            }, z.core.$strict>]>>>;
            expired: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
                pause: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
            }, z.core.$strict>, z.ZodMiniObject<{
                think: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
                    text: z.ZodMiniString<string>;
                    pace: z.ZodMiniObject<{
                        by: z.ZodMiniOptional<z.ZodMiniEnum<{
                            character: "character";
                            sentence: "sentence";
                            token: "token";
                            word: "word";
                        }>>;
                        size: z.ZodMiniOptional<z.ZodMiniInt>;
                        every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                            comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>;
                }, z.core.$strict>]>;
            }, z.core.$strict>, z.ZodMiniObject<{
                call: z.ZodMiniObject<{
                    tool: z.ZodMiniString<string>;
                    input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
                    reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    error: z.ZodMiniOptional<z.ZodMiniString<string>>;
                }, z.core.$strict>;
            }, z.core.$strict>, z.ZodMiniObject<{
                calls: z.ZodMiniArray<z.ZodMiniObject<{
                    tool: z.ZodMiniString<string>;
                    input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
                    reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    error: z.ZodMiniOptional<z.ZodMiniString<string>>;
                }, z.core.$strict>>;
            }, z.core.$strict>, z.ZodMiniObject<{
                compact: z.ZodMiniObject<{
                    original_messages: z.ZodMiniInt;
                    kept_messages: z.ZodMiniInt;
                }, z.core.$strict>;
            }, z.core.$strict>, z.ZodMiniObject<{
                answer: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
                    text: z.ZodMiniString<string>;
                    pace: z.ZodMiniObject<{
                        by: z.ZodMiniOptional<z.ZodMiniEnum<{
                            character: "character";
                            sentence: "sentence";
                            token: "token";
                            word: "word";
                        }>>;
                        size: z.ZodMiniOptional<z.ZodMiniInt>;
                        every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                        pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                            comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                            paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>;
                }, z.core.$strict>]>;
            }, z.core.$strict>, z.ZodMiniObject<{
                send: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
            }, z.core.$strict>, z.ZodMiniObject<{
                violate: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
            }, z.core.$strict>]>>>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodMiniObject<{
        plan: z.ZodMiniObject<{
            steps: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                task: z.ZodMiniString<string>;
                after: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
                takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                thinking: z.ZodMiniOptional<z.ZodMiniString<string>>;
                calls: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
                    tool: z.ZodMiniString<string>;
                    input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
                    reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
                    error: z.ZodMiniOptional<z.ZodMiniString<string>>;
                }, z.core.$strict>>>;
                result: z.ZodMiniString<string>;
                status: z.ZodMiniOptional<z.ZodMiniEnum<{
                    completed: "completed";
                    failed: "failed";
                    skipped: "skipped";
                }>>;
            }, z.core.$strict>>;
            achieved: z.ZodMiniBoolean<boolean>;
            confidence: z.ZodMiniNumber<number>;
            reasoning: z.ZodMiniString<string>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodMiniObject<{
        replan: z.ZodMiniString<string>;
    }, z.core.$strict>]>>;
    on_inject: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniObject<{
        pause: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>;
    }, z.core.$strict>, z.ZodMiniObject<{
        think: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
            text: z.ZodMiniString<string>;
            pace: z.ZodMiniObject<{
                by: z.ZodMiniOptional<z.ZodMiniEnum<{
                    character: "character";
                    sentence: "sentence";
                    token: "token";
                    word: "word";
                }>>;
                size: z.ZodMiniOptional<z.ZodMiniInt>;
                every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                    comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                }, z.core.$strict>>;
            }, z.core.$strict>;
        }, z.core.$strict>]>;
    }, z.core.$strict>, z.ZodMiniObject<{
        call: z.ZodMiniObject<{
            tool: z.ZodMiniString<string>;
            input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
            takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
            observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
            error: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodMiniObject<{
        calls: z.ZodMiniArray<z.ZodMiniObject<{
            tool: z.ZodMiniString<string>;
            input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
            takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
            observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
            error: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strict>>;
    }, z.core.$strict>, z.ZodMiniObject<{
        compact: z.ZodMiniObject<{
            original_messages: z.ZodMiniInt;
            kept_messages: z.ZodMiniInt;
        }, z.core.$strict>;
    }, z.core.$strict>, z.ZodMiniObject<{
        answer: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
            text: z.ZodMiniString<string>;
            pace: z.ZodMiniObject<{
                by: z.ZodMiniOptional<z.ZodMiniEnum<{
                    character: "character";
                    sentence: "sentence";
                    token: "token";
                    word: "word";
                }>>;
                size: z.ZodMiniOptional<z.ZodMiniInt>;
                every: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                jitter: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
                pauses: z.ZodMiniOptional<z.ZodMiniObject<{
                    comma: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    sentence: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                    paragraph: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
                }, z.core.$strict>>;
            }, z.core.$strict>;
        }, z.core.$strict>]>;
    }, z.core.$strict>, z.ZodMiniObject<{
        send: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    }, z.core.$strict>, z.ZodMiniObject<{
        violate: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    }, z.core.$strict>]>>>;
    suggestions: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    title: z.ZodMiniOptional<z.ZodMiniString<string>>;
    usage: z.ZodMiniOptional<z.ZodMiniObject<{
        prompt_tokens: z.ZodMiniInt;
        completion_tokens: z.ZodMiniInt;
        cache_read_tokens: z.ZodMiniOptional<z.ZodMiniInt>;
    }, z.core.$strict>>;
    violate: z.ZodMiniOptional<z.ZodMiniObject<{
        end: z.ZodMiniOptional<z.ZodMiniEnum<{
            missing: "missing";
            twice: "twice";
        }>>;
        done: z.ZodMiniOptional<z.ZodMiniEnum<{
            missing: "missing";
            twice: "twice";
        }>>;
        cursor: z.ZodMiniOptional<z.ZodMiniEnum<{
            falling: "falling";
            repeated: "repeated";
        }>>;
    }, z.core.$strict>>;
    fault: z.ZodMiniOptional<z.ZodMiniObject<{
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
    values: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
}, z.core.$strict>;
/** The events that a script may send as they are; `end` and `resume_done` come by themselves. */
export declare const sendable: ("answer" | "awaiting_confirmation" | "compact" | "done" | "heartbeat" | "inject" | "phase" | "post_processing" | "routing" | "step" | "step_progress" | "suggestions" | "title")[];
export type Scenario = z.infer<typeof scenario>;
export type ScenarioMatch = Scenario['match'];
export type Violations = z.infer<typeof violations>;
export {};
