import type { EndpointId } from '../../contract/endpoints.ts';
import type { Room } from './room.ts';
/** Whether the room of an operation is there. */
export declare function isOpen(id: EndpointId): boolean;
/** Loads the room of an operation, with its first call. Rooms are few: each costs a request. */
export declare function openRoom(id: EndpointId): Promise<void>;
/** The room of an operation, which has been opened. */
export declare function roomOf(id: EndpointId): Room;
