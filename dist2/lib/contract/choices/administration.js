import { open } from './choice.js';
/** Choices about administration, of which the specification names no shapes (4.7). */
export const administrationChoices = {
    'administration.envelope': {
        question: 'Do administrative records and figures stand in a success envelope?',
        clause: '2.3, 4.7: not shown',
        kind: 'wire',
        options: { enveloped: open('yes'), bare: open('no, they stand alone') },
        default: 'enveloped',
        shows: {
            endpoints: ['admin.users.create', 'admin.users.update', 'admin.stats', 'admin.settings.read'],
        },
    },
};
