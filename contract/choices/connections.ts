import { open, policy, wire } from './choice.ts'

/** Choices about connectors, MCP servers, organizations and channels (4.7). */
export const connectionChoices = {
  'connections.of-others': policy({
    question: 'What is the response for a connector, organization or channel of another user?',
    clause: '4.7: not specified',
    options: {
      missing: open('404, as if it did not exist'),
      forbidden: open('403'),
    },
    default: 'missing',
    shows: {
      endpoints: [
        'connectors.read',
        'connectors.toggle',
        'mcp-servers.read',
        'orgs.read',
        'channels.list',
        'channels.read',
      ],
    },
  }),
  'connections.partial-update': policy({
    question:
      'May a `PUT` of a connector, its actions, an MCP server or an organization be partial?',
    clause: '4.7: not specified',
    options: {
      whole: open('no: it replaces the record, and required fields must be there'),
      partial: open('yes: absent fields and those that are null stay unchanged'),
    },
    default: 'whole',
    shows: {
      endpoints: [
        'connectors.replace',
        'connectors.replace-action',
        'mcp-servers.replace',
        'orgs.replace',
      ],
    },
  }),
  'connections.audience': policy({
    question: 'How does a request to publish a record name its audience?',
    clause: '4.7: not specified',
    options: {
      visibility: open('with the optional field `visibility`'),
      scope: open('with the required field `scope`: `org` or `global`, else 400'),
    },
    default: 'visibility',
    shows: {
      endpoints: [
        'agents.publish',
        'connectors.publish',
        'knowledge-bases.publish',
        'workflows.publish',
      ],
    },
  }),
  'connectors.missing-base-url': policy({
    question: 'How is an API connector without a `base_url` refused?',
    clause: '4.7: not specified',
    options: {
      bad_request: open('400 `bad_request`'),
      validation: open('422 with the validation body'),
    },
    default: 'bad_request',
    shows: { endpoints: ['connectors.create', 'connectors.replace'] },
  }),
  'mcp-servers.stored-credentials': policy({
    question: 'Does an MCP server return the values of stored credentials?',
    clause: '4.7: not specified',
    options: {
      names: open('only their names: values are not stored'),
      clear: open('yes, in clear text'),
    },
    default: 'names',
    shows: { endpoints: ['mcp-servers.read-credentials', 'mcp-servers.store-credentials'] },
  }),
  'channels.organization': policy({
    question: 'Must a channel belong to an organization?',
    clause: '4.7: not specified',
    options: {
      optional: open('no: without one, only its creator has access'),
      required: open('yes: `org_id` is required to create and to list them'),
    },
    default: 'optional',
    shows: { endpoints: ['channels.create', 'channels.list'] },
  }),
  'channels.envelope': wire({
    question: 'Is a channel wrapped in a success envelope?',
    clause: '2.3, 4.7: not specified',
    options: { enveloped: open('yes'), bare: open('no: the bare record') },
    default: 'enveloped',
    shows: {
      endpoints: [
        'channels.create',
        'channels.read',
        'channels.update',
        'channels.test',
        'channels.discover-chats',
      ],
    },
  }),
  'channels.creation-status': wire({
    question: 'Which status does the creation of a channel have?',
    clause: '4.7: not specified',
    options: { 201: open('201'), 200: open('200') },
    default: '201',
    shows: { endpoints: ['channels.create'] },
  }),
}
