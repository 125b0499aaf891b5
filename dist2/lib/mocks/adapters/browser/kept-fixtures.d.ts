import type { Fixture } from '../../../contract/fixture.ts';
import type { Shelf } from './shelf.ts';
/** What worlds began with, by the hash of its content: written once, however many worlds share it. */
export declare class KeptFixtures {
    #private;
    constructor(shelf: Shelf);
    /** Writes a fixture unless it is there; gives its hash. */
    keep(fixture: Fixture): string;
    /** The fixture of a hash; `undefined` where it is gone or damaged. */
    load(hash: string): Fixture | undefined;
    /** Removes a fixture that no world began with any more. */
    leave(hash: string): void;
}
