/** Whether a text is the expected one; takes as long wherever the two differ. */
export function sameText(text, expected) {
    let difference = text.length ^ expected.length;
    for (let at = 0; at < expected.length; at++)
        difference |= text.charCodeAt(at) ^ expected.charCodeAt(at);
    return difference === 0;
}
