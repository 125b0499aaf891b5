import type { EndpointId } from '../../contract/endpoints.ts';
import type { Call } from '../call.ts';
import type { Body } from './read.ts';
/** The credentials that a call carries, by place. */
export type Credentials = {
    /** Scheme and value of the `Authorization` header. */
    readonly header: {
        readonly scheme: string;
        readonly value: string;
    } | undefined;
    readonly body: string | undefined;
};
/** Reads credentials without judging them. */
export declare function credentialsOf(call: Call, id: EndpointId | undefined, body: Body): Credentials;
