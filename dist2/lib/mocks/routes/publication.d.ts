import type * as z from 'zod/mini';
import type { publishBody } from '../../contract/bodies/publication.ts';
import type { Visit } from '../pipeline/visit.ts';
import { type Published } from '../state/visibility.ts';
/** What is personal again. */
export declare const unpublished: {
    readonly visibility: 'personal';
    readonly org_id: null;
    readonly publish_status: null;
    readonly reviewed_by: null;
    readonly reviewed_at: null;
    readonly review_note: null;
};
/** For whom a record is from now on; what is an organization's takes a member of it. */
export declare function published({ world, caller }: Visit, record: Published, given: z.infer<typeof publishBody>): {
    readonly visibility: 'personal';
    readonly org_id: null;
    readonly publish_status: null;
    readonly reviewed_by: null;
    readonly reviewed_at: null;
    readonly review_note: null;
} | {
    org_id: null;
    reviewed_by: null;
    reviewed_at: null;
    review_note: null;
    visibility: "global";
    publish_status: 'approved';
} | {
    reviewed_by: null;
    reviewed_at: null;
    review_note: null;
    visibility: "org";
    org_id: string;
    publish_status: 'approved';
};
