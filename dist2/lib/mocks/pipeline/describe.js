/** Whether a call asks for the contract itself, which belongs to no world. */
export const asksForContract = ({ method, path }) => method === 'GET' && /^(\/w\/[^/]+)?\/openapi\.json$/.test(path);
/** The contract as OpenAPI; written when it is first asked for, since few ever do. */
export async function describeContract() {
    const { openApi } = await import('../../contract/openapi.js');
    return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: (text ??= JSON.stringify(openApi())),
    };
}
let text;
