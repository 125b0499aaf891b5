/** Where a text is cut, coarse before fine: after paragraphs, lines, sentences, words. */
const seams = [/(?<=\n\n)/, /(?<=\n)/, /(?<=[.!?]\s)/, /(?<=\s)/];
/** Splits a text into chunks of at most `chunk_size` characters, as a knowledge base wants them. */
export function splitText(text, base) {
    const { chunk_strategy, chunk_size: size, chunk_overlap: overlap } = base;
    const sections = chunk_strategy === 'markdown' ? text.split(/^(?=#{1,6} )/m) : [text];
    const chunks = chunk_strategy === 'fixed'
        ? windows(text, size, overlap)
        : sections.flatMap((section) => packed(piecesOf(section, size, seams), size, overlap));
    return chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== '');
}
/** Pieces that fit into a chunk, cut no finer than that takes. */
function piecesOf(text, size, [seam, ...finer]) {
    if (text.length <= size)
        return [text];
    if (seam === undefined)
        return windows(text, size, 0);
    return text.split(seam).flatMap((part) => piecesOf(part, size, finer));
}
/** As many pieces to a chunk as fit; each chunk begins with the last pieces of the one before. */
function packed(pieces, size, overlap) {
    const chunks = [];
    let chunk = [];
    let length = 0;
    for (const piece of pieces) {
        if (length + piece.length > size && chunk.length > 0) {
            chunks.push(chunk.join(''));
            while (chunk.length > 0 && (length > overlap || length + piece.length > size))
                length -= chunk.shift()?.length ?? 0;
        }
        chunk.push(piece);
        length += piece.length;
    }
    return [...chunks, chunk.join('')];
}
/** Stretches of one length, each beginning with the end of the one before. */
function windows(text, size, overlap) {
    const characters = [...text];
    const stretches = [];
    for (let from = 0; from === 0 || from + overlap < characters.length; from += size - overlap)
        stretches.push(characters.slice(from, from + size).join(''));
    return stretches;
}
