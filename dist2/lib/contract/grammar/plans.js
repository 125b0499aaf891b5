import { nearest } from '../nearest.js';
/** Plans and approvals play where the platform has them, and the steps of a plan can be done. */
export function planProblems({ match, script }) {
    const endpoints = [match.endpoint].flat();
    return script.flatMap((line, index) => {
        const path = ['script', index];
        if ('approval' in line && endpoints.includes('dag')) {
            const says = 'an approval plays on react; write "endpoint: react"';
            return [{ path, part: 'key', rule: 'approval-on-react', says }];
        }
        if (!('plan' in line || 'replan' in line))
            return [];
        const says = `a ${'plan' in line ? 'plan' : 'new round'} plays on dag; write "endpoint: dag"`;
        return [
            ...(endpoints.includes('react')
                ? [{ path, part: 'key', rule: 'plan-on-dag', says }]
                : []),
            ...('plan' in line ? stepProblems(line.plan, [...path, 'plan', 'steps']) : []),
        ];
    });
}
function stepProblems({ steps }, path) {
    const earlier = new Set();
    const wrong = (at, says) => ({ path: [...path, ...at], part: 'value', rule: 'plan-steps', says });
    return steps.flatMap(({ id, after = [] }, index) => {
        const problems = after.flatMap((other, at) => earlier.has(other)
            ? []
            : [
                wrong([index, 'after', at], `step "${id}" waits for "${other}"; ${guess(other, [...earlier])}`),
            ]);
        if (earlier.has(id))
            problems.push(wrong([index, 'id'], `the step "${id}" stands twice; give it another id`));
        earlier.add(id);
        return problems;
    });
}
const guess = (name, earlier) => {
    const best = nearest(name, earlier);
    return best === undefined ? 'name a step that stands above it' : `did you mean "${best}"?`;
};
