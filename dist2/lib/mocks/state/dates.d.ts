import type { Fixture } from '../../contract/fixture.ts';
/**
 * A fixture with its dates moved by whole days, so that its last day is the present one. Records of
 * each kind are moved when they are first read: a server is ready before anybody asks for most.
 */
export declare function moveToPresent(fixture: Fixture, now: number): Fixture;
