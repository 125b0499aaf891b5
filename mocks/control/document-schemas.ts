// The schemas of whatever is given to a world as a document: together, since they share most.
export { fixture } from '../../contract/fixture.ts'
export { storedSettings } from '../../contract/records/administration.ts'
export { scenario } from '../../contract/scripts/scenario.ts'
export { scenarioProblems } from '../../contract/scripts/problems.ts'
export { parseSnapshot as readSnapshot, SnapshotError } from '../world/parse-snapshot.ts'
