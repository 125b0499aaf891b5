import * as z from 'zod/mini';
import { choiceIds, choices } from '../../contract/choices.js';
import { endpoints } from '../../contract/endpoints.js';
import { picksAt } from '../../contract/picks.js';
import { toProfileDocument } from '../../contract/profile.js';
import { readAs } from './read-as.js';
import { readPicks, unknownName } from './stock.js';
/** The table of choices as a world plays it; of one choice where `id` is given. */
export function listChoices({ profile }, id) {
    if (id != null && !choiceIds.some((one) => one === id))
        throw unknownName('choice', id, choiceIds);
    const picks = picksAt(profile);
    const ids = choiceIds.filter((one) => id == null || one === id);
    const table = ids.map((one) => {
        const { question, clause, kind, shows, options, default: standard, when = {} } = choices[one];
        const own = Object.entries(profile.at).flatMap(([place, there]) => {
            const { method, path } = endpoints[place];
            const pick = there[one];
            return pick === undefined ? [] : [[`${method} ${path}`, inEffect(one, pick)]];
        });
        const applies = Object.entries(when).every(([other, allowed]) => allowed.includes(picks[other].option));
        const described = Object.entries(options).map(([option, { grade, says, value }]) => [
            option,
            { grade, says, ...(value && { takes_value: true }) },
        ]);
        return {
            id: one,
            question,
            clause,
            kind,
            shows,
            applies,
            pick: inEffect(one, picks[one]),
            at: Object.fromEntries(own),
            default: standard,
            options: Object.fromEntries(described),
        };
    });
    return { profile: profile.name, choices: table };
}
function inEffect(id, pick) {
    const option = choices[id].options[pick.option];
    return { ...pick, grade: option?.grade, says: option?.says ?? '' };
}
const wholeForm = 'Send {"profile": "documented"} or {"picks": {"errors.envelope": "detail"}}.';
const whole = z.union([
    z.strictObject({ profile: z.string() }),
    z.looseObject({ picks: z.record(z.string(), z.unknown()) }),
]);
/** Plays a profile from the next call on: a name, or a document of picks. */
export async function playProfile(stock, world, given) {
    world.steer('profile', await stock.profile(given));
}
const part = z.strictObject({ picks: z.record(z.string(), z.unknown()) });
const partForm = 'Send {"picks": {"errors.envelope": "detail"}}; null takes a pick back.';
/** Changes single picks of what a world plays; `null` goes back to the default. */
export function changePicks(world, body) {
    const given = readAs(part, body, partForm).picks;
    const document = toProfileDocument(world.profile);
    const merged = Object.entries({ ...document.picks, ...given });
    const picks = Object.fromEntries(merged.filter(([, pick]) => pick !== null));
    const name = document.name.replace(/(, changed)?$/, ', changed');
    world.steer('profile', readPicks({ name, picks }));
}
export const choiceRoutes = {
    'GET choices': ({ world, query }) => listChoices(world, query.get('id')),
    'PUT choices': async ({ stock, world, body }) => {
        const given = readAs(whole, body, wholeForm);
        await playProfile(stock, world, 'profile' in given ? given.profile : given);
        return listChoices(world);
    },
    'PATCH choices': ({ world, body }) => {
        changePicks(world, body);
        return listChoices(world);
    },
};
