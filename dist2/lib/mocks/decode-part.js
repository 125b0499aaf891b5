/** A part of a path as it was meant; one that is not well encoded stays as it came. */
export function decodePart(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
