import { eventually } from '../eventually.js';
import { control } from '../must.js';
import { resume, storedTurn } from './replays.js';
import { beforeMoreTurns, newFrames } from './second-turn.js';
import { framesIn } from './stream.js';
import { dagTurn, lookUp, runTurn } from './turns.js';
/** How many events of the interrupted turn are read before its connection is cut. */
const readBeforeCut = 3;
/**
 * A turn whose reader leaves after a few events, its credential in the header alone. It runs in the
 * conversation of the dag turn, so that an earlier turn is there to be mistaken for it.
 */
export const interruptedTurn = (lab) => lab.once('the interrupted turn', async () => {
    const { conversationId } = await dagTurn(lab);
    await beforeMoreTurns(lab);
    const earlier = framesIn(await resume(lab, conversationId, -1));
    const turn = await runTurn(lab, {
        path: '/api/dag',
        conversationId,
        credential: 'header',
        query: lookUp,
        until: (events) => events.length >= readBeforeCut,
    });
    return { ...turn, earlier };
});
/** The interrupted turn, resumed until its end shows or there is no more hope for it. */
export const recovery = (lab) => lab.once('the resume of the interrupted turn', async () => {
    const { conversationId, stream, earlier } = await interruptedTurn(lab);
    const { stream: whole } = await dagTurn(lab);
    const isOver = stream.frames.some(({ type }) => type === 'end');
    control(!isOver, 'the turn was over before it could be interrupted');
    const seen = stream.frames.slice(0, readBeforeCut);
    const last = Math.max(-1, ...seen.flatMap(({ cursor }) => cursor ?? []));
    const midway = await resume(lab, conversationId, -1);
    const final = await finalType(lab);
    const isComplete = (exchange) => newFrames(framesIn(exchange), earlier).some(({ type }) => type === final);
    const { exchange, settled, delay } = await eventually(lab, () => resume(lab, conversationId, last), isComplete, 
    // The turn may need as long again as the one before it did.
    whole.exchange.ms * 2 + lab.grace);
    const full = await resume(lab, conversationId, -1);
    return { earlier, last, midway, later: exchange, delay, complete: settled, full };
});
/** The event type that closes a stored turn: `done`, or what comes last where that isn't stored. */
async function finalType(lab) {
    const { full } = await storedTurn(lab);
    const types = full.exchange.events.map(({ event }) => event);
    if (types.includes('done'))
        return 'done';
    return types.findLast((type) => type !== 'resume_done' && type !== 'end') ?? 'done';
}
