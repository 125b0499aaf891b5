import { coverageOfAll } from '../journal/coverage.js';
import { toControlError } from './control-error.js';
import { stockOf } from './stock.js';
import { controlWorld } from './world-control.js';
import { createWorld, outlineWorld } from './worlds.js';
/** The desk of a fake, made of what its core supplies. */
export function deskOf({ worlds, stocked }) {
    const stock = stockOf(stocked);
    const room = { worlds, stock };
    const control = (name) => controlWorld(room, name);
    return {
        control,
        clock: control().clock,
        worlds: {
            async create(wish = {}) {
                const world = await createWorld(stock, worlds, wish).catch((error) => {
                    throw toControlError(error);
                });
                return control(world.name);
            },
            list: () => worlds.list().map(outlineWorld),
            coverage: () => coverageOfAll(worlds),
        },
    };
}
