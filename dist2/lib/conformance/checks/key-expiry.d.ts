import type { ActiveCheck } from '../check.ts';
import type { Lab } from '../lab.ts';
import type { IssuedKey } from '../setup/keys.ts';
type Expiring = {
    readonly field: string;
    readonly key: IssuedKey;
    /** Its `expires_at`, as its record shows it. */
    readonly shown: unknown;
    /** When it expires by the clock of the target, and when that is over by our own. */
    readonly expiresAt: number;
    readonly overAt: number;
};
/** A key that expires a second after its creation, by the clock of the target. */
export declare const expiringKey: (lab: Lab) => Promise<Expiring | undefined>;
/** How a key is given an expiry (4.1). */
export declare const keyExpirationChecks: readonly ActiveCheck[];
/** The expiry of keys (3, 5); it takes a second, which other checks may fill. */
export declare const keyExpiryChecks: readonly ActiveCheck[];
export {};
