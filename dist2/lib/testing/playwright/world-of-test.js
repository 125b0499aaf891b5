import { ControlError } from '../../mocks/control/control-error.js';
import { openWorld } from '../fake-world.js';
import { askControl } from '../reach.js';
/** How long a world is kept whose test was killed. */
const abandoned = '1h';
/** Makes the world of a test, by a name that no other has. Rejects with a `ControlError`. */
export async function makeWorld(reach, { snapshot, ...wish }, testInfo) {
    const order = { speed: 'max', ttl: abandoned, ...wish };
    const name = await createNamed(reach, order, nameOf(testInfo));
    const world = openWorld(reach, name);
    if (snapshot !== undefined)
        await world.restore(snapshot);
    return world;
}
/** Another run on the same server may be at the same test: it has its name first. */
async function createNamed(reach, order, wanted) {
    for (let attempt = 1;; attempt++) {
        const name = attempt === 1 ? wanted : `${wanted}-${attempt}`;
        try {
            return (await askControl(reach, undefined, 'POST worlds', { ...order, name }))
                .name;
        }
        catch (error) {
            if (!(error instanceof ControlError && error.status === 409))
                throw error;
        }
    }
}
/** The same at each run, so that a world can be told by its test and its answers come again. */
function nameOf({ title, testId, repeatEachIndex, retry }) {
    const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const parts = [words.join('-').slice(0, 40), testId.slice(-8)];
    return [...parts, repeatEachIndex && `repeat-${repeatEachIndex}`, retry && `retry-${retry}`]
        .filter(Boolean)
        .join('-');
}
/** Ends a world with all of its streams; a test may have ended it before. */
export async function endWorld(world) {
    await world.delete().catch((error) => {
        if (!(error instanceof ControlError && error.status === 404))
            throw error;
    });
}
