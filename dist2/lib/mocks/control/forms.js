// The schemas of whatever is given to a world as a document: together, since they share most.
export { fixture } from '../../contract/fixture.js';
export { storedSettings } from '../../contract/records/settings.js';
export { scenario } from '../../contract/scenario.js';
export { scenarioProblems } from '../../contract/scenario-problems.js';
export { readSnapshot, SnapshotError } from '../state/read-snapshot.js';
