const accounts = 'Invoice importer'
const write = [':write\r', accounts]

/**
 * The frames of the terminal UI that `npm run pictures` shows: one line each. It begins with the service accounts of
 * Production. `steps` are keys with the text that is on the screen before they are typed; `shows` is on the picture.
 */
export const terminalScreens = [
  { name: 'tui-service-accounts', steps: [], shows: accounts },
  { name: 'tui-overview', steps: [['0', accounts]], shows: /LEVEL/ },
  { name: 'tui-environments', steps: [['1', accounts]], shows: 'Development' },
  { name: 'tui-applications', steps: [['2', accounts]], shows: 'Billing' },
  { name: 'tui-service-account', steps: [['\r', accounts]], shows: 'Public key 1' },
  { name: 'tui-service-account-create', steps: [write, ['c', 'WRITE']], shows: 'Public key 1' },
  { name: 'tui-delete', steps: [write, ['d', 'WRITE']], shows: 'to confirm' },
  { name: 'tui-identity-providers', steps: [['4', accounts]], shows: 'Acme Partners' },
  {
    name: 'tui-identity-provider',
    steps: [
      ['4', accounts],
      ['\r', 'Acme Partners'],
    ],
    shows: 'Client ID',
  },
  { name: 'tui-username-formats', steps: [['5', accounts]], shows: 'acme.example' },
  { name: 'tui-certificates', steps: [['6', accounts]], shows: /1 of \d/ },
  { name: 'tui-notices', steps: [['E', accounts]], shows: 'Expiry notices' },
  { name: 'tui-sign-ins', steps: [['7', accounts]], shows: 'ada@acme.example' },
  { name: 'tui-portal-roles', steps: [['P', accounts]], shows: 'security-admins' },
  { name: 'tui-groups', steps: [['U', accounts]], shows: 'security-admins' },
  { name: 'tui-people', steps: [['9', accounts]], shows: /1 of \d/ },
  {
    name: 'tui-person',
    steps: [
      ['9', accounts],
      ['/chidi\r\r', 'ada@acme.example'],
    ],
    shows: 'As received',
  },
  { name: 'tui-explain', steps: [[':explain chidi@acme.example\r', accounts]], shows: /ok +Applications/ },
  {
    name: 'tui-openers',
    steps: [
      ['2', accounts],
      ['/billing\rw', 'Company Wiki'],
    ],
    shows: 'Who can open it',
  },
  { name: 'tui-where-is', steps: [['8', accounts]], shows: 'Where is' },
  { name: 'tui-palette', steps: [[':', accounts]], shows: 'Enter' },
  { name: 'tui-keys', steps: [['?', accounts]], shows: 'Esc' },
]
