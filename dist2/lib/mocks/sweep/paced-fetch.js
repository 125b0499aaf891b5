import { decide } from '../turns/decide.js';
/** How long a read may take of turns of the event loop's inner queue before time has to pass. */
const patience = 24;
/**
 * A `fetch` of a fake whose clock stands still: a call, and a read for which nothing is there yet,
 * bring about the next thing that is due. So a turn runs while it is read, without a timer.
 */
export function pacedFetch(fake, turn) {
    const world = fake.world();
    const streams = [];
    const isRunning = () => world.running[Symbol.iterator]().next().done !== true;
    /** Lets the next thing happen; false where nothing is left to happen. */
    const goOn = () => {
        const [waiting] = world.approvals.keys();
        if (waiting === undefined)
            return world.clock.step();
        decide(world, waiting, 'approve', null);
        return true;
    };
    return {
        streams,
        async fetch(input, init) {
            if (isRunning())
                goOn();
            const response = await fake.fetch(new Request(input, init));
            if (turn === 'ended')
                while (isRunning() && goOn())
                    ;
            const { body, headers, status } = response;
            if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
                return response;
            const delivery = { chunks: [], left: false };
            streams.push(delivery);
            return new Response(paced(body, delivery, goOn), { status, headers });
        },
    };
}
function paced(body, delivery, goOn) {
    const reader = body.getReader();
    return new ReadableStream({
        async pull(controller) {
            const { done, value } = await nudged(reader.read(), goOn);
            if (done)
                return controller.close();
            delivery.chunks.push(value);
            controller.enqueue(value);
        },
        cancel(reason) {
            delivery.left = true;
            return reader.cancel(reason);
        },
    }, { highWaterMark: 0 });
}
/** Waits for something, and lets things happen as long as it does not come. */
async function nudged(work, goOn) {
    const read = { settled: false };
    const settle = () => (read.settled = true);
    work.then(settle, settle);
    do {
        for (let wait = 0; wait < patience && !read.settled; wait++)
            await undefined;
    } while (!read.settled && goOn());
    return work;
}
