// The schemas of all documents that a world accepts. They are in one file because they share most
// of their schemas.
export { defaultEndpoint, scenario } from '../../contract/scripts/scenario.ts'
export { placeholderProblems } from '../../contract/scripts/placeholders.ts'
export { scenarioProblems } from '../../contract/scripts/problems.ts'
export { parseSnapshot as readSnapshot, SnapshotError } from '../world/parse-snapshot.ts'
