export function createChoose(picks) {
    const choose = (id, meanings) => meanings[picks[id].option];
    const value = (id, meanings) => meanings[picks[id].option]?.(picks[id].value);
    return Object.assign(choose, { value });
}
