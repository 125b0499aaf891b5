/**
 * Asks again until the reply is settled or the patience (ms, the lab's grace) is over, for effects
 * that may lag behind their cause (caches, batched counters). Returns the last reply and the delay.
 */
export async function eventually(lab, ask, settled, patience = lab.grace) {
    const start = lab.now();
    for (let pause = 25;; pause = Math.min(pause * 2, 1000)) {
        const exchange = await ask();
        const delay = lab.now() - start;
        if (settled(exchange))
            return { exchange, settled: true, delay };
        if (delay + pause > patience)
            return { exchange, settled: false, delay };
        await lab.sleep(pause);
    }
}
