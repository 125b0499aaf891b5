/** The same stream, with what its reader is handed noted in a ledger; tells once when it is over. */
export function watchReader(frames, ledger, now, onEnd) {
    const end = (how) => {
        if (ledger.state !== 'open')
            return;
        ledger.end(how, now());
        onEnd();
    };
    const noted = (piece) => {
        if (piece === undefined)
            end('end');
        else if (ledger.state === 'open')
            ledger.note(piece, now());
        return piece;
    };
    const cut = (error) => {
        end('cut');
        throw error;
    };
    return {
        // Not `async`: this passes on every event of every stream.
        pull: () => frames.pull().then(noted, cut),
        cancel() {
            frames.cancel();
            end('left');
        },
    };
}
