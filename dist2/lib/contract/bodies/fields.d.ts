import * as z from 'zod/mini';
/** What a record is called. */
export declare const label: z.ZodMiniString<string>;
export declare const optionalText: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
export declare const optionalFlag: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
/** An object whose content is not ours to judge. */
export declare const optionalDetails: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
export declare const optionalTexts: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
/** Where a service is reached: nothing but http and https. */
export declare const httpUrl: z.ZodMiniString<string>;
