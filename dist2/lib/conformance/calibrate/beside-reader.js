import { skip } from '../must.js';
import { resume } from '../stream/replays.js';
import { beforeMoreTurns } from '../stream/second-turn.js';
import { framesIn } from '../stream/stream.js';
import { dagTurn, lookUp, runTurn } from '../stream/turns.js';
/**
 * What a resume gives while another connection still reads the turn: it shows what a resume gives
 * in mid-turn where a turn ends with its reader. Runs in the conversation of the dag turn, so that
 * an earlier turn is there to be mistaken for it.
 */
export async function besideReader(lab) {
    const { conversationId } = await dagTurn(lab);
    await beforeMoreTurns(lab);
    const replay = () => resume(lab, conversationId, -1);
    const earlier = framesIn(await replay());
    let asked;
    await runTurn(lab, {
        path: '/api/dag',
        conversationId,
        credential: 'header',
        query: lookUp,
        until: ({ length }) => {
            if (length >= readBeforehand)
                asked ??= replay();
            return false;
        },
    });
    const midway = (await asked) ?? skip('the turn gave too few events');
    return { earlier, midway, full: await replay() };
}
const readBeforehand = 3;
