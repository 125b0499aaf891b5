const between = /[\n\r\p{Z}\p{P}]+/u;
const unspaced = /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{M}ー々]+)/u;
/**
 * The words of a text, as an index and whoever asks it take them apart. Writing without spaces gives
 * each two characters that stand together, since where its words end takes a dictionary.
 */
export function wordsIn(text) {
    return text.split(between).flatMap((word) => {
        if (!unspaced.test(word))
            return word === '' ? [] : [word];
        // Every second part is one that was split at, thus one without spaces.
        return word.split(unspaced).flatMap((part, index) => {
            if (index % 2 === 1)
                return pairsOf([...part]);
            return part === '' ? [] : [part];
        });
    });
}
const pairsOf = (characters) => characters.length < 3
    ? [characters.join('')]
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`);
