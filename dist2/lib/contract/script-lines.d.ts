import * as z from 'zod/mini';
/** How text is typed: so many units in a delta, and how long until the next. */
export declare const pace: z.ZodMiniObject<{
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
export declare const call: z.ZodMiniObject<{
    tool: z.ZodMiniString<string>;
    input: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    reasoning: z.ZodMiniOptional<z.ZodMiniString<string>>;
    takes: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, import("./duration.ts").Duration>>>;
    observation: z.ZodMiniOptional<z.ZodMiniString<string>>;
    error: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strict>;
/** A text, alone or with a pace of its own. */
declare const typed: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
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
export declare const simpleLine: z.ZodMiniUnion<readonly [z.ZodMiniObject<{
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
}, z.core.$strict>]>;
/** One line of a script; the player expands it into beats. */
export declare const line: z.ZodMiniUnion<readonly [z.ZodMiniObject<{
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
}, z.core.$strict>]>;
export type Pace = z.infer<typeof pace>;
export type ScriptLine = z.infer<typeof line>;
export type TypedText = z.infer<typeof typed>;
export type ScriptCall = z.infer<typeof call>;
export type ApprovalLine = Extract<ScriptLine, {
    approval: unknown;
}>['approval'];
export type PlanLine = Extract<ScriptLine, {
    plan: unknown;
}>['plan'];
export {};
