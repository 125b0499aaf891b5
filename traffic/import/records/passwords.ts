/** The password that an imported user gets: that of the deployment is not imported. */
export const passwordOf = (email: string): string =>
  `${email
    .replace(/@.*/s, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}-at-home`
