import * as z from 'zod/mini';
/** The JSON report, as `report.schema.json` publishes it. */
export declare const reportSchema: z.ZodMiniObject<{
    target: z.ZodMiniString<string>;
    plan: z.ZodMiniEnum<{
        core: "core";
        destructive: "destructive";
        full: "full";
        smoke: "smoke";
        turn: "turn";
    }>;
    summary: z.ZodMiniRecord<z.ZodMiniEnum<{
        blocked: "blocked";
        error: "error";
        fail: "fail";
        inconclusive: "inconclusive";
        observed: "observed";
        pass: "pass";
        skipped: "skipped";
        warn: "warn";
    }>, z.ZodMiniInt>;
    causes: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniObject<{
        rule: z.ZodMiniString<string>;
        instances: z.ZodMiniInt;
        checks: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>;
    }, z.core.$strip>>>;
    results: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        level: z.ZodMiniEnum<{
            must: "must";
            observe: "observe";
            should: "should";
        }>;
        clause: z.ZodMiniString<string>;
        rule: z.ZodMiniString<string>;
        says: z.ZodMiniString<string>;
        verdict: z.ZodMiniEnum<{
            blocked: "blocked";
            error: "error";
            fail: "fail";
            inconclusive: "inconclusive";
            observed: "observed";
            pass: "pass";
            skipped: "skipped";
            warn: "warn";
        }>;
        message: z.ZodMiniString<string>;
        instances: z.ZodMiniInt;
        observation: z.ZodMiniOptional<z.ZodMiniUnknown>;
        evidence: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniObject<{
            expected: z.ZodMiniOptional<z.ZodMiniString<string>>;
            got: z.ZodMiniOptional<z.ZodMiniString<string>>;
            method: z.ZodMiniString<string>;
            path: z.ZodMiniString<string>;
            status: z.ZodMiniInt;
            headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
            body: z.ZodMiniString<string>;
            curl: z.ZodMiniString<string>;
        }, z.core.$strip>>>;
        onPurpose: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>>>;
    leftovers: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>;
    calls: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniObject<{
        principal: z.ZodMiniString<string>;
        operation: z.ZodMiniString<string>;
        statuses: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniInt>;
        totalMs: z.ZodMiniNumber<number>;
        slowestMs: z.ZodMiniNumber<number>;
    }, z.core.$strip>>>;
    shapes: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>>>>;
    spent: z.ZodMiniObject<{
        requests: z.ZodMiniInt;
        turns: z.ZodMiniInt;
        overBudget: z.ZodMiniBoolean<boolean>;
    }, z.core.$strip>;
    interrupted: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
}, z.core.$strip>;
/** What a reader of the JSON report may rely on; a later version may add members. */
export type WrittenReport = z.infer<typeof reportSchema>;
/** The JSON Schema of the JSON report; members that it does not name may come. */
export declare const reportJsonSchema: () => {
    $schema?: "https://json-schema.org/draft/2020-12/schema" | "http://json-schema.org/draft-07/schema#" | "http://json-schema.org/draft-04/schema#";
    $id?: string;
    $anchor?: string;
    $ref?: string;
    $dynamicRef?: string;
    $dynamicAnchor?: string;
    $vocabulary?: Record<string, boolean>;
    $comment?: string;
    $defs?: Record<string, z.core.JSONSchema.JSONSchema>;
    type?: z.core.JSONSchema.SchemaType | z.core.JSONSchema.SchemaType[];
    additionalItems?: z.core.JSONSchema._JSONSchema;
    unevaluatedItems?: z.core.JSONSchema._JSONSchema;
    prefixItems?: z.core.JSONSchema._JSONSchema[];
    items?: z.core.JSONSchema._JSONSchema | z.core.JSONSchema._JSONSchema[];
    contains?: z.core.JSONSchema._JSONSchema;
    additionalProperties?: z.core.JSONSchema._JSONSchema;
    unevaluatedProperties?: z.core.JSONSchema._JSONSchema;
    properties?: Record<string, z.core.JSONSchema._JSONSchema>;
    patternProperties?: Record<string, z.core.JSONSchema._JSONSchema>;
    dependentSchemas?: Record<string, z.core.JSONSchema._JSONSchema>;
    propertyNames?: z.core.JSONSchema._JSONSchema;
    if?: z.core.JSONSchema._JSONSchema;
    then?: z.core.JSONSchema._JSONSchema;
    else?: z.core.JSONSchema._JSONSchema;
    allOf?: z.core.JSONSchema.JSONSchema[];
    anyOf?: z.core.JSONSchema.JSONSchema[];
    oneOf?: z.core.JSONSchema.JSONSchema[];
    not?: z.core.JSONSchema._JSONSchema;
    multipleOf?: number;
    maximum?: number;
    exclusiveMaximum?: number | boolean;
    minimum?: number;
    exclusiveMinimum?: number | boolean;
    maxLength?: number;
    minLength?: number;
    pattern?: string;
    maxItems?: number;
    minItems?: number;
    uniqueItems?: boolean;
    maxContains?: number;
    minContains?: number;
    maxProperties?: number;
    minProperties?: number;
    required?: string[];
    dependentRequired?: Record<string, string[]>;
    enum?: Array<string | number | boolean | null>;
    const?: string | number | boolean | null;
    id?: string;
    description?: string;
    default?: unknown;
    deprecated?: boolean;
    readOnly?: boolean;
    writeOnly?: boolean;
    nullable?: boolean;
    examples?: unknown[];
    format?: string;
    contentMediaType?: string;
    contentEncoding?: string;
    contentSchema?: z.core.JSONSchema.JSONSchema;
    _prefault?: unknown;
    "~standard": z.core.ZodStandardSchemaWithJSON<z.ZodMiniObject<{
        target: z.ZodMiniString<string>;
        plan: z.ZodMiniEnum<{
            core: "core";
            destructive: "destructive";
            full: "full";
            smoke: "smoke";
            turn: "turn";
        }>;
        summary: z.ZodMiniRecord<z.ZodMiniEnum<{
            blocked: "blocked";
            error: "error";
            fail: "fail";
            inconclusive: "inconclusive";
            observed: "observed";
            pass: "pass";
            skipped: "skipped";
            warn: "warn";
        }>, z.ZodMiniInt>;
        causes: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniObject<{
            rule: z.ZodMiniString<string>;
            instances: z.ZodMiniInt;
            checks: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>;
        }, z.core.$strip>>>;
        results: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            level: z.ZodMiniEnum<{
                must: "must";
                observe: "observe";
                should: "should";
            }>;
            clause: z.ZodMiniString<string>;
            rule: z.ZodMiniString<string>;
            says: z.ZodMiniString<string>;
            verdict: z.ZodMiniEnum<{
                blocked: "blocked";
                error: "error";
                fail: "fail";
                inconclusive: "inconclusive";
                observed: "observed";
                pass: "pass";
                skipped: "skipped";
                warn: "warn";
            }>;
            message: z.ZodMiniString<string>;
            instances: z.ZodMiniInt;
            observation: z.ZodMiniOptional<z.ZodMiniUnknown>;
            evidence: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniObject<{
                expected: z.ZodMiniOptional<z.ZodMiniString<string>>;
                got: z.ZodMiniOptional<z.ZodMiniString<string>>;
                method: z.ZodMiniString<string>;
                path: z.ZodMiniString<string>;
                status: z.ZodMiniInt;
                headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                body: z.ZodMiniString<string>;
                curl: z.ZodMiniString<string>;
            }, z.core.$strip>>>;
            onPurpose: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>>;
        leftovers: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>;
        calls: z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniObject<{
            principal: z.ZodMiniString<string>;
            operation: z.ZodMiniString<string>;
            statuses: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniInt>;
            totalMs: z.ZodMiniNumber<number>;
            slowestMs: z.ZodMiniNumber<number>;
        }, z.core.$strip>>>;
        shapes: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniString<string>>>>>>;
        spent: z.ZodMiniObject<{
            requests: z.ZodMiniInt;
            turns: z.ZodMiniInt;
            overBudget: z.ZodMiniBoolean<boolean>;
        }, z.core.$strip>;
        interrupted: z.ZodMiniOptional<z.ZodMiniLiteral<true>>;
    }, z.core.$strip>>;
    title: string;
};
