import { createRequire } from 'node:module';
// What the package exports is at the same name in the sources and wherever it is installed.
const read = createRequire(import.meta.url);
const fixtureOf = (name) => read(`understudy/fixtures/${name}.json`);
/** The fixtures by name, each read when it is first asked for. */
export const shippedFixtures = {
    demo: () => fixtureOf('demo'),
    empty: () => fixtureOf('empty'),
    crowded: () => fixtureOf('crowded'),
};
/** The profiles by name, besides `documented`, as plain data. */
export const shippedProfiles = {
    'deployed-0.8': () => read('understudy/profiles/deployed-0.8.json'),
};
/** The scripts that come with Understudy. */
export const shippedScenarios = () => read('understudy/scenarios.json');
