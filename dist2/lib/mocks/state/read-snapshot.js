import { explainIssues } from '../../contract/explain-issues.js';
import { ProfileError, readProfile } from '../../contract/profile.js';
import { snapshot, snapshotVersion } from '../../contract/snapshot.js';
/** A document that is no snapshot which this release can restore; says why. */
export class SnapshotError extends Error {
    name = 'SnapshotError';
}
/** Reads a snapshot. Throws `SnapshotError` for another document, another version or wrong content. */
export function readSnapshot(document) {
    const { understudy, version } = (document ?? {});
    if (understudy !== 'snapshot')
        throw new SnapshotError('This is no snapshot: it does not say `"understudy": "snapshot"`.');
    if (version !== snapshotVersion)
        throw new SnapshotError(`This snapshot is of version ${JSON.stringify(version)}; this release reads version ${snapshotVersion}. ` +
            'Restore it with the release that took it, or take it anew.');
    const read = snapshot.safeParse(document);
    if (!read.success) {
        const [problem] = explainIssues(read.error.issues, document, () => 'take it anew');
        const { path = [], says = 'it can’t be read' } = problem ?? {};
        throw new SnapshotError(`This snapshot is damaged at \`${path.join('.')}\`: ${says}.`);
    }
    return { ...read.data, profile: profileOf(read.data.profile) };
}
function profileOf(document) {
    try {
        return readProfile(document);
    }
    catch (error) {
        if (!(error instanceof ProfileError))
            throw error;
        const place = ['profile', ...error.path].join('.');
        throw new SnapshotError(`This snapshot can’t be played: at \`${place}\`: ${error.message}.`);
    }
}
