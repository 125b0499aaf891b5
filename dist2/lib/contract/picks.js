import { standardPicks } from './standard-picks.js';
const standard = Object.entries(standardPicks);
/** The profile that follows the specification wherever it speaks: every default. */
export const documented = { name: 'documented', picks: {}, at: {} };
/** All picks at an endpoint: its own, else those of the profile, else the defaults. */
export function picksAt(profile, endpoint) {
    const own = endpoint === undefined ? {} : profile.at[endpoint];
    return Object.fromEntries(standard.map(([id, option]) => [id, own?.[id] ?? profile.picks[id] ?? { option }]));
}
