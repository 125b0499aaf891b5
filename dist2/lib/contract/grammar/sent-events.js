import * as z from 'zod/mini';
import { eventData } from '../events.js';
import { explainIssues } from '../explain-issues.js';
import { nearest } from '../nearest.js';
import { sendable } from '../scenario.js';
/** Events that may come behind `done`. */
const closing = new Set([
    'suggestions',
    'title',
    'post_processing',
    'heartbeat',
]);
/** Events that are sent as they are: those of the contract, `done` once, nothing told behind it. */
export function sentEventProblems({ script, on_inject = [] }) {
    const problems = [];
    /** Whether `done` was sent at the end of these lines. */
    const review = (lines, path, doneBefore) => {
        let done = doneBefore;
        for (const [index, line] of lines.entries()) {
            const here = [...path, index];
            if (done && tells(line)) {
                const says = sends(line, 'done')
                    ? '`done` is sent already; keep one of the two'
                    : '`done` was sent above, and nothing is told behind it; move this line above it';
                problems.push({ path: here, part: 'key', rule: 'done-once', says });
            }
            if ('send' in line) {
                problems.push(...payloadProblems(line.send, [...here, 'send']));
                done ||= 'done' in line.send;
            }
            if ('approval' in line) {
                const { approved = [], rejected = [], expired = [] } = line.approval;
                const branch = (name) => [...here, 'approval', name];
                review(rejected, branch('rejected'), done);
                review(expired, branch('expired'), done);
                done = review(approved, branch('approved'), done);
            }
        }
        return done;
    };
    review(script, ['script'], false);
    review(on_inject, ['on_inject'], false);
    return problems;
}
const sends = (line, event) => 'send' in line && event in line.send;
const tells = (line) => 'send' in line
    ? Object.keys(line.send).some((event) => !closing.has(event))
    : !('pause' in line || 'violate' in line);
function payloadProblems(sent, path) {
    const [[event, payload] = ['', undefined]] = Object.entries(sent);
    const here = [...path, event];
    if (event === 'end' || event === 'resume_done') {
        const how = event === 'end' ? ', or write "violate: { end: missing }"' : '';
        const says = `\`${event}\` comes by itself; leave it out${how}`;
        return [{ path: here, part: 'key', rule: 'end-by-itself', says }];
    }
    if (!isEvent(event)) {
        const says = `the contract has no event "${event}"; ${instead(event)}`;
        return [{ path: here, part: 'key', rule: 'event', says }];
    }
    if (typeof payload === 'object' && payload !== null && 'cursor' in payload) {
        const says = 'the cursor comes by itself; leave it out';
        return [{ path: [...here, 'cursor'], part: 'key', rule: 'cursor-by-itself', says }];
    }
    const result = z.safeParse(eventData[event], payload);
    if (result.success)
        return [];
    const explained = explainIssues(result.error.issues, payload, () => 'leave it out', 'its payload');
    return explained.map(({ path: at, wrong, says }) => ({
        path: [...here, ...(wrong === 'missing' ? at.slice(0, -1) : at)],
        part: wrong === 'key' ? 'key' : 'value',
        rule: 'event',
        says: `\`${event}\`: ${says}`,
    }));
}
const isEvent = (name) => Object.hasOwn(eventData, name);
function instead(event) {
    const best = nearest(event, sendable);
    return best === undefined
        ? `there are: ${sendable.join(', ')}; "violate" sends any other`
        : `did you mean "${best}"?`;
}
