/**
 * Derives the anchor of a heading as GitHub does, so that links work in the repository and on the
 * site. Repeated headings get `-1`, `-2`, … from the caller.
 */
export const githubSlug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
