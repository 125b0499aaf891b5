import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import { ApiError } from '../api-error.ts';
import type { Reply } from '../call.ts';
import type { CreatedKeyText, EnvelopeText, PageText } from './envelopes.ts';
import type { Answers, ErrorBody, ItemForm, ValidationBody } from './errors.ts';
import type { Payload } from './events.ts';
import type { Frames } from './frames.ts';
import { type ToText } from './records.ts';
/** Every way in which the answers of one deployment are written. */
export type WireForm = {
    readonly toText: ToText;
    readonly jsonType: string;
    readonly streamType: string;
    readonly page: PageText;
    readonly envelope: EnvelopeText;
    /** Operations whose record has no envelope, though others of its kind have. */
    readonly standsAlone: (endpoint: Endpoint) => boolean;
    readonly createdKey: CreatedKeyText;
    readonly createdKeyRecord: (record: object) => object;
    /** Statuses of operations whose success is not 200. */
    readonly status: (endpoint: Endpoint) => number;
    readonly answers: Answers;
    readonly code: (code: string, resource: ApiError['resource']) => string;
    readonly errorBody: ErrorBody;
    /** The text of a crash, where it has no envelope. */
    readonly crashText: string | undefined;
    readonly item: ItemForm;
    readonly validationBody: ValidationBody;
    readonly validationStatus: number;
    readonly errorHeaders: (status: number) => Readonly<Record<string, string>>;
    readonly payload: Payload;
    readonly frames: Frames;
};
/** What an operation of the reply kind `download` gives: a file, offered under a name. */
export type Download = {
    readonly name: string;
    readonly type: string;
    readonly text: string;
};
/** The only place where values become replies. */
export type Wire = {
    readonly frames: Frames;
    /** The payload of a stored event, as records show it. */
    readonly payload: Payload;
    success(endpoint: Endpoint, outcome: unknown): Reply;
    /** The reply to anything thrown; what is no `ApiError` and no `InvalidInput` is a crash. */
    failure(error: unknown): Reply;
};
export declare function createWire(form: WireForm): Wire;
