/** A passage as the beats that it is made of. */
export function beatsOf({ at, said }) {
    let time = at;
    return said.map(({ event, wait }) => ({ at: (time += wait), event }));
}
/** When a passage that begins at a time has been said. */
export const endOf = ({ at, said }) => said.reduce((time, { wait }) => time + wait, at);
/** A rough count of the tokens in a text, as a bill would have it. */
export function tokensIn(text) {
    const ideographs = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu)?.length ?? 0;
    return Math.ceil((text.length - ideographs) / 4) + ideographs;
}
