import { toProfileDocument } from '../../contract/profile.js';
import { kindNames, kinds } from './kinds.js';
/** Takes down a world; the document shares nothing with it. */
export function takeSnapshot(world) {
    const { store, clock } = world;
    const records = kindNames.map((kind) => [kind, store[kinds[kind]].inOrder()]);
    const { id: _id, ...settings } = store.settings.inOrder()[0] ?? { id: '' };
    const { steering: _steering, ...tables } = world.tables.dump();
    const { scale, frozen } = clock.time;
    return structuredClone({
        understudy: 'snapshot',
        version: 1,
        world: world.name,
        seed: world.seed,
        time: { now: clock.now(), scale, frozen },
        profile: toProfileDocument(world.profile),
        speed: Number.isFinite(world.speed) ? world.speed : 'max',
        scenarios: [...world.ownScenarios],
        fixture: { ...world.plan.fixture, ...Object.fromEntries(records), settings },
        tables: tables,
    });
}
