import { member, show } from '../json.js';
import { each, isAccepted, must, skip } from '../must.js';
import { Blocked } from '../outcomes.js';
import { bearer } from '../setup/credentials.js';
import { conversation, conversationCreation, conversationId, listedConversation, madeConversation, postConversation, } from '../setup/conversations.js';
import { agentId } from '../setup/listed-ids.js';
import { itemsOf, goodList, lists } from '../setup/lists.js';
import { conversationSearchChecks } from './conversation-search.js';
import { conversationUpdateChecks } from './conversation-updates.js';
import { object, refuses } from './invalid-input.js';
const core = { plan: 'core', needs: ['user'] };
const creations = [
    {
        ...core,
        id: 'conversations.creation-answers-200',
        level: 'must',
        rule: 'conversations.create',
        sees: ['conversations.create-status'],
        run: async (lab) => {
            const exchange = await conversationCreation(lab, 'empty');
            must.status(exchange, 200);
            // A bare 200 could be any server's; what the envelope holds is a check of its own.
            if (member(exchange.json, 'success') === undefined)
                throw new Blocked('no success envelope');
        },
    },
    {
        ...core,
        id: 'conversations.creation-is-a-success',
        level: 'must',
        rule: 'success.flag',
        run: async (lab) => {
            const exchange = await conversationCreation(lab, 'empty');
            if (!isAccepted(exchange))
                throw new Blocked('no conversation could be created');
            must.equal(member(exchange.json, 'success'), true, exchange, 'success');
        },
    },
    {
        ...core,
        id: 'conversations.creation-shows-an-id',
        level: 'should',
        rule: 'success.data',
        sees: ['conversations.created-shape'],
        run: async (lab) => {
            const exchange = await conversationCreation(lab, 'empty');
            if (!isAccepted(exchange))
                throw new Blocked('no conversation could be created');
            const id = conversationId(exchange.json);
            must.holds(id !== undefined, 'an id in data', show(exchange.json), exchange);
        },
    },
    {
        ...core,
        id: 'conversations.creation-takes-title-and-mode',
        level: 'must',
        rule: 'conversations.create-body',
        run: async (lab) => {
            const exchange = await conversationCreation(lab, 'titled');
            must.accept(exchange);
            must.equal(member(exchange.json, 'success'), true, exchange, 'success');
        },
    },
    {
        ...core,
        id: 'conversations.defaults-show',
        level: 'should',
        rule: 'conversations.create-defaults',
        sees: ['conversations.created-shape'],
        run: async (lab) => {
            const exchange = await conversationCreation(lab, 'empty');
            if (!isAccepted(exchange))
                throw new Blocked('no conversation could be created');
            const data = member(exchange.json, 'data');
            await each(Object.entries({ title: '', mode: 'auto' }), ([field, value]) => {
                const shown = member(data, field);
                if (shown === undefined)
                    skip('the reply shows neither title nor mode');
                must.equal(shown, value, exchange, `the default ${field}`);
            });
        },
    },
    {
        ...core,
        id: 'conversations.creation-takes-an-agent',
        level: 'should',
        rule: 'conversations.create-body',
        // It makes a conversation that no other check can use.
        plan: 'full',
        run: async (lab) => {
            const id = (await agentId(lab)) ?? skip('no agent is visible');
            const body = { title: lab.name('conversation'), agent_id: id };
            must.accept(await postConversation(lab, body));
        },
    },
    {
        ...core,
        id: 'conversations.new-one-is-listed',
        level: 'should',
        rule: 'conversations.list',
        run: async (lab) => {
            const made = await madeConversation(lab, 'titled');
            const { item, exchange } = await listedConversation(lab, made);
            must.holds(item !== undefined, `the conversation ${made.id} in the list`, 'none', exchange);
        },
    },
    {
        ...core,
        id: 'conversations.lax-creations',
        level: 'observe',
        rule: 'conversations.create-body',
        // Each of these may leave a conversation behind.
        plan: 'full',
        run: async (lab) => {
            const bodies = [
                { mode: 'no-such-mode' },
                { agent_id: 'no-such-agent' },
                { title: null },
                { no_such_field: true },
            ];
            const answers = {};
            for (const body of bodies)
                answers[show(body)] = (await postConversation(lab, body)).status;
            return answers;
        },
    },
    {
        ...core,
        id: 'conversations.fields',
        level: 'observe',
        rule: 'conversation-record.kb-ids',
        sees: ['conversations.created-shape'],
        run: async (lab) => {
            const { exchange } = await madeConversation(lab, 'titled');
            const path = `${lists.conversations}/${await conversation(lab)}`;
            const read = await lab.send({ method: 'GET', path, bearer: await bearer(lab) });
            return {
                created: fieldsOf(member(exchange.json, 'data')),
                listed: fieldsOf(itemsOf(await goodList(lab, 'conversations'))?.[0]),
                'GET of one': read.status,
            };
        },
    },
];
const fieldsOf = (record) => Object.keys(record ?? {}).toSorted();
const isNotAnObject = (field) => refuses({
    ...core,
    id: `conversations.${field.replace('_', '-')}-is-not-an-object`,
    rule: 'conversations.create-body',
    breaks: field,
    control: async (lab) => (await madeConversation(lab, 'titled')).exchange,
    ask: async (lab) => ({
        method: 'POST',
        path: lists.conversations,
        bearer: await bearer(lab),
        body: { [field]: object },
    }),
});
/** Conversations (2.5, 4.3). */
export const conversationChecks = [
    ...creations,
    isNotAnObject('title'),
    isNotAnObject('mode'),
    isNotAnObject('agent_id'),
    isNotAnObject('model_name'),
    ...conversationUpdateChecks,
    ...conversationSearchChecks,
];
