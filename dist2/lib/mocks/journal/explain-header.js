import { ownLimits } from '../../contract/limits.js';
/** Characters of our texts that have a likeness in ASCII. */
const alike = { '…': '...', '’': "'", '“': '"', '”': '"' };
/** The name of the header that says why a call was refused. */
export const explainName = 'x-understudy-explain';
/** An explanation as a header: ASCII, other characters percent-encoded, cut at a bound. */
export function explainHeader(explanation) {
    let value = '';
    for (const given of explanation.toWellFormed()) {
        const character = alike[given] ?? given;
        const plain = /^[ -~]+$/.test(character) && character !== '%';
        const written = plain ? character : encodeURIComponent(character);
        if (value.length + written.length > ownLimits.explainHeader)
            break;
        value += written;
    }
    return { [explainName]: value };
}
