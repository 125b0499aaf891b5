import { deskOf } from './control/control-worlds.js';
import { createCore } from './core.js';
/** Makes a fake. Everything that exists in it lives in memory, in worlds that know nothing of each other. */
export function createFake(options) {
    const { supplies, ...core } = createCore(options);
    return { ...core, ...deskOf(supplies) };
}
