import type { Fixture } from '../../../contract/fixture.ts';
/**
 * What worlds began with, by the hash of its content: written once, however many worlds share it,
 * and removed with the last of them.
 */
export declare class Fixtures {
    #private;
    constructor(folder: string, sync: boolean);
    /** Writes a fixture unless it is there; gives its hash. */
    keep(fixture: Fixture): string;
    /** The fixture of a hash, as it was kept. Throws `FolderError` where it is damaged. */
    load(hash: string): Fixture;
    /** Notes that a world begins with a fixture. */
    use(hash: string): void;
    /** Notes that a world which began with a fixture is gone. */
    leave(hash: string): void;
    /** Removes those that no world began with: a crash left them. */
    sweep(): void;
}
