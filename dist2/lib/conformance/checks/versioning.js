import { at, shape } from '../json.js';
import { each, must } from '../must.js';
import { bearer } from '../setup/credentials.js';
import { goodList } from '../setup/lists.js';
const agents = '/api/agents';
const readAgents = async (lab, query, headers = {}) => lab.send({ method: 'GET', path: agents + query, bearer: await bearer(lab), headers });
/** Versions (9). */
export const versioningChecks = [
    {
        id: 'versioning.headers-select-nothing',
        level: 'must',
        rule: 'versioning.no-selector',
        plan: 'smoke',
        needs: ['user'],
        run: async (lab) => {
            const plain = await goodList(lab, 'agents');
            await each(['Accept-Version', 'X-API-Version', 'Api-Version'], async (header) => {
                const exchange = await readAgents(lab, '', { [header]: '99' });
                must.status(exchange, plain.status);
                if (shape(exchange.json) === shape(plain.json))
                    return;
                // The list may have changed since it was read first.
                const { json } = await readAgents(lab, '');
                must.equal(shape(exchange.json), shape(json), exchange, 'a body of the shape');
            });
        },
    },
    {
        id: 'versioning.parameters',
        level: 'observe',
        rule: 'versioning.no-selector',
        plan: 'smoke',
        needs: ['user'],
        run: async (lab) => each(['?version=99', '?api_version=99'], async (query) => {
            const { status } = await readAgents(lab, query);
            return { query, status };
        }),
    },
    {
        id: 'versioning.published-version',
        level: 'observe',
        rule: 'versioning.published',
        sees: ['versioning.published'],
        plan: 'smoke',
        run: async (lab) => {
            const description = await lab.send({ method: 'GET', path: '/openapi.json' });
            const version = await lab.send({ method: 'GET', path: '/api/version' });
            return {
                described: at(description.json, ['info', 'version']) ?? null,
                answered: at(version.json, ['version']) ?? at(version.json, ['data', 'version']) ?? null,
            };
        },
    },
];
