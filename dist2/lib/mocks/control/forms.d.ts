export { fixture } from '../../contract/fixture.ts';
export { storedSettings } from '../../contract/records/settings.ts';
export { scenario } from '../../contract/scenario.ts';
export { scenarioProblems } from '../../contract/scenario-problems.ts';
export { readSnapshot, SnapshotError } from '../state/read-snapshot.ts';
