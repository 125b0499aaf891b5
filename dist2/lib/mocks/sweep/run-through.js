import { systemWall } from '../state/clock.js';
import { pacedFetch } from './paced-fetch.js';
import { prepareTurn } from './prepare-turn.js';
/** Lets a client play the turn in a fresh fake, its streams cut: the first one, then the resumes. */
export async function runThrough(fake, { question, client, turn, patienceMs }, cuts) {
    const { fetch, streams } = pacedFetch(fake, turn);
    const { seed } = fake.world();
    const { faults } = fake.control();
    try {
        const swept = await prepareTurn(fetch, question);
        for (const [index, { cut }] of cuts.entries())
            faults.add({
                match: { endpoint: `POST ${index === 0 ? swept.path : '/api/chat/resume'}` },
                times: 1,
                effect: { stream: { cut } },
            });
        const outcome = await settled(client(swept), patienceMs);
        return { seed, streams, seen: [], ...outcome };
    }
    finally {
        fake.close();
    }
}
/** What came of a client, which may fail, or never end. */
async function settled(playing, patienceMs) {
    let callOff;
    const tooLong = new Promise((_resolve, reject) => {
        callOff = systemWall.after(patienceMs, () => reject(new Error(`it had not come to an end after ${patienceMs} ms`)));
    });
    return Promise.race([playing, tooLong])
        .then((seen) => ({ seen: seen.filter((one) => !isTerminator(one)) }), (error) => ({ failed: error instanceof Error ? error.message : String(error) }))
        .finally(() => callOff());
}
/** What tells a client that all has come: the one of the live stream, or the one of a resume. */
const isTerminator = (seen) => typeof seen === 'object' &&
    seen !== null &&
    'event' in seen &&
    (seen.event === 'end' || seen.event === 'resume_done');
