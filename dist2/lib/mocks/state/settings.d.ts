import type { Settings } from '../../contract/records/settings.ts';
import { type Store } from './store.ts';
/** The settings of a world as they are shown. */
export declare function settingsView(store: Store): Settings;
/** Changes what is given, and gives all of them. */
export declare function changeSettings(store: Store, change: Partial<Settings>): Settings;
/** The settings of a world as they are now. */
export declare function settingsOf(store: Store): Settings & {
    readonly id: string;
};
