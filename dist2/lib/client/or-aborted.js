/** What the work comes to, or a rejection with the signal's reason as soon as it aborts. */
export function orAborted(work, signal) {
    if (signal === undefined)
        return work;
    return new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason);
        const settle = () => signal.removeEventListener('abort', abort);
        work.then(resolve, reject).finally(settle);
        if (signal.aborted)
            abort();
        else
            signal.addEventListener('abort', abort, { once: true });
    });
}
