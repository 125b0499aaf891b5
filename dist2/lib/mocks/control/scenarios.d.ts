import type { Scenario } from '../../contract/scenario.ts';
import type { World } from '../state/world.ts';
import { type ControlRoutes } from './control-visit.ts';
/** Reads scripts, one or a list of them. Throws `ControlError` with the path of what is wrong. */
export declare function readScenarios(given: unknown, place?: readonly PropertyKey[]): Promise<Scenario[]>;
/** Gives scripts to a world; they go before all others, and replace those of the same name. */
export declare function addScenarios(world: World, given: unknown): Promise<ScenarioOutline[]>;
/** Takes from a world the scripts that were given to it, one by its name or all. */
export declare function removeScenarios(world: World, name?: string): void;
/** What there is to know about a script without reading it. */
export type ScenarioOutline = Pick<Scenario, 'name' | 'about' | 'match'> & {
    /** `world`: given to this world alone. */
    readonly of: 'world' | 'fake';
};
export declare const outlineScenarios: (world: World) => ScenarioOutline[];
export declare const scenarioRoutes: ControlRoutes;
