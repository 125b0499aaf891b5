import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import type { World } from '../state/world.ts';
/** Refuses a stream while as many are open as a fake may have, before anything is done for it. */
export declare function limitStreams({ plan: { streams } }: World, { reply }: Endpoint): void;
