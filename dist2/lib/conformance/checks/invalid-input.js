import { control, isAccepted, must } from '../must.js';
/** A check that an invalid input is answered 422. */
export const refuses = (input) => ({
    id: input.id,
    level: input.level ?? 'must',
    rule: input.rule,
    plan: input.plan,
    needs: input.needs ?? ['user'],
    sees: ['errors.validation-status'],
    run: async (lab) => {
        const good = await input.control(lab);
        control(isAccepted(good), `good input is refused too (${good.status})`);
        must.status(await lab.send({ ...(await input.ask(lab)), breaks: input.breaks }), 422);
    },
});
/** What no lax parser takes for a string, a boolean or a number. */
export const object = { a: 1 };
