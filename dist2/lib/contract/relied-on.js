import { choiceIds, choices } from './choices.js';
import { endpoints } from './endpoints.js';
import { picksAt } from './picks.js';
/** The choices that showed in a call under a profile: another option could have changed what came. */
export function reliedOn(profile, seen) {
    const picks = picksAt(profile, seen.endpoint);
    return choiceIds
        .filter((id) => applies(choices[id], picks) && showsIn(choices[id].shows, seen))
        .map((id) => optionIn(picks, id));
}
/** The option of a choice that picks have, with its grade. */
export function optionIn(picks, choice) {
    const { option } = picks[choice];
    return { choice, option, grade: choices[choice].options[option]?.grade ?? 'open' };
}
/** Whether a choice matters at all beside the other picks. */
export const applies = ({ when = {} }, picks) => Object.entries(when).every(([other, options]) => options.includes(picks[other].option));
function showsIn(shows, { endpoint, outcome, events }) {
    const refused = outcome !== 'success';
    // A failure that was put in its place shows nothing of an operation, but how errors are written.
    if (outcome === 'fault')
        return shows.conditions?.length === 0;
    const row = endpoint && endpoints[endpoint];
    return (matches(shows.endpoints, endpoint) &&
        (shows.replies === undefined || (!refused && matches(shows.replies, row?.reply))) &&
        (shows.conditions === undefined || (refused && matches(shows.conditions, outcome))) &&
        (shows.events === undefined || events.some((name) => matches(shows.events, name))));
}
/** An empty list means any, and so does none. */
const matches = (list, one) => list === undefined || list.length === 0 || (one !== undefined && list.includes(one));
