/**
 * The pictures of README.md and the guides, in docs/pictures: `taken` is one of those that `npm run pictures` takes.
 * docs/pictures/fingerprints.json has what each of them shows.
 */
export const documentPictures = [
  { name: 'launcher.png', screen: 'launcher', taken: 'launcher-1440-light' },
  { name: 'service-accounts.png', screen: 'service-accounts', taken: 'service-accounts-1440-dark' },
  { name: 'terminal.png', screen: 'tui-overview', taken: 'tui-overview-120-dark' },
  { name: 'scim.png', screen: 'scim', taken: 'scim-1440-light' },
  { name: 'mapping-matrix.png', screen: 'mapping-matrix', taken: 'mapping-matrix-1440-light' },
]
