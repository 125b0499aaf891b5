import { onJson } from './kit.js';
/** Wrong in what a version header does. */
export const versionMutants = [
    {
        id: 'version-header-selects',
        breaks: 'versioning.headers-select-nothing',
        says: 'A header selects the version.',
        wrap: onJson('GET /api/agents', (json, { request }) => request.headers.has('x-api-version') ? { version: 99, result: json } : undefined),
    },
];
