import {
  askToDelete,
  changeCell,
  changeName,
  compareWithFirst,
  discard,
  filter,
  findPerson,
  leaveChanged,
  open,
  openApplication,
  openGroup,
  openRole,
  openRowMenu,
  openSteps,
  press,
  showAsGrid,
  showAsList,
  showOpenidClient,
  typeWrongUsername,
} from './states.mjs'

const securitySection = '/portal/admin/global-settings/security-settings/{sectionId}'
const environmentTab = '/portal/admin/environment-settings/{envId}/{tabId}'
const accountEdit = '/portal/admin/environments/{envId}/service-accounts/edit/{id}'
const person = '/portal/admin/people/{personId}'
const provider = '/portal/admin/global-settings/identity-providers/{idpId}/{tabId}'

/**
 * The screens that `npm run pictures` shows: one line each. `route` is a path of core's route table, whose parameters
 * come from the demo, or from `with`; `visitor` screens are seen without a session, `support` screens by a support person; `act` brings the page into the state
 * that is shown. scripts/pictures.test.ts fails when a page of the portal is missing here.
 */
export const portalScreens = [
  { name: 'idp-switch', route: '/portal/idp-switch' },
  { name: 'login', route: '/login', visitor: true, act: (page) => page.getByText('Privacy policy').waitFor() },
  { name: 'login-wrong-username', route: '/login', visitor: true, act: typeWrongUsername },
  { name: 'login-after-inactivity', route: '/login', query: '?ended=inactivity', visitor: true },
  { name: 'refused', route: '/login/unauthorized', query: '?error=403&action=Forbidden', visitor: true },
  { name: 'provider-error', route: '/login/unauthorized', query: '?error=IDP_ERROR', visitor: true },
  { name: 'unexpected', route: '/login/unexpected', visitor: true },
  { name: 'setup-left', route: '/login/setup/{step}', with: { step: 'left' }, visitor: true },
  { name: 'signed-out', route: '/login/signed-out', visitor: true },
  { name: 'recovery', route: '/login/recovery', visitor: true },
  { name: 'command-line-sign-in', route: '/login/device', query: '?user_code=BCDF-GHJK' },
  { name: 'environments', route: '/portal/environments' },
  { name: 'launcher', route: '/portal' },
  { name: 'launcher-list', route: '/portal', act: showAsList, after: showAsGrid },
  { name: 'launcher-filtered', route: '/portal', act: (page) => filter(page, 'led') },
  { name: 'launcher-no-match', route: '/portal', act: (page) => filter(page, 'zzz') },
  { name: 'menu-account', route: '/portal', act: (page) => open(page, 'Account menu', 'menu') },
  { name: 'menu-admin', route: '/portal', act: (page) => open(page, 'Admin', 'menu') },
  { name: 'menu-environment', route: '/portal', act: (page) => open(page, 'Environment: Production', 'menu') },
  { name: 'palette', route: '/portal', act: (page) => press(page, 'Control+k') },
  { name: 'palette-people', route: '/portal', act: findPerson },
  { name: 'keys', route: '/portal', act: (page) => press(page, '?') },
  { name: 'applications-and-roles', route: environmentTab, with: { tabId: 'roles-and-groups' } },
  {
    name: 'groups-that-open-an-application',
    route: environmentTab,
    with: { tabId: 'roles-and-groups' },
    act: (page) => openApplication(page, 'Reporting Vault'),
  },
  {
    name: 'groups-of-a-role',
    route: environmentTab,
    with: { tabId: 'roles-and-groups' },
    act: (page) => openRole(page, 'Billing', 'Clerk'),
  },
  {
    name: 'custom-roles-of-an-environment',
    route: environmentTab,
    with: { tabId: 'roles-and-groups' },
    query: '?app=custom-roles',
  },
  { name: 'mapping-matrix', route: environmentTab, with: { tabId: 'roles-and-groups' }, query: '?view=matrix' },
  {
    name: 'mapping-matrix-changed',
    route: environmentTab,
    with: { tabId: 'roles-and-groups' },
    query: '?view=matrix',
    act: changeCell,
    after: discard,
  },
  {
    name: 'mapping-comparison',
    route: environmentTab,
    with: { tabId: 'roles-and-groups' },
    query: '?view=compare',
    act: compareWithFirst,
  },
  { name: 'application', route: '/portal/admin/environments/{envId}/applications/edit/{appId}' },
  {
    name: 'application-people',
    route: '/portal/admin/environments/{envId}/applications/edit/{appId}',
    query: '?tab=people',
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'application-sign-in',
    route: '/portal/admin/environments/{envId}/applications/edit/{appId}',
    query: '?tab=sign-in',
    act: showOpenidClient,
  },
  { name: 'service-accounts', route: environmentTab, with: { tabId: 'service-accounts' } },
  { name: 'service-accounts-no-match', route: environmentTab, with: { tabId: 'service-accounts' }, query: '?q=zzz' },
  { name: 'service-account-row-menu', route: environmentTab, with: { tabId: 'service-accounts' }, act: openRowMenu },
  { name: 'service-account-delete', route: accountEdit, act: askToDelete },
  { name: 'environment-settings', route: environmentTab, with: { tabId: 'general-settings' } },
  { name: 'service-account-create', route: '/portal/admin/environments/{envId}/service-accounts/create' },
  { name: 'service-account-edit', route: accountEdit },
  { name: 'service-account-changed', route: accountEdit, act: changeName, after: discard },
  { name: 'service-account-leave', route: accountEdit, act: leaveChanged, after: discard },
  { name: 'service-account-upload', route: accountEdit, act: (page) => open(page, /^Upload certificate/, 'dialog') },
  {
    name: 'service-account-applications',
    route: accountEdit,
    act: (page) => open(page, 'Choose an application', 'listbox'),
  },
  { name: 'service-account-missing', route: accountEdit, with: { id: '01900000-0000-7000-8000-000000000000' } },
  { name: 'identity-providers', route: '/portal/admin/global-settings/{tabId}', with: { tabId: 'identity-providers' } },
  { name: 'custom-roles', route: '/portal/admin/global-settings/{tabId}', with: { tabId: 'custom-roles' } },
  {
    name: 'custom-role-create',
    route: '/portal/admin/global-settings/{tabId}',
    with: { tabId: 'custom-roles' },
    query: '?role=new',
  },
  { name: 'security-settings', route: '/portal/admin/global-settings/{tabId}', with: { tabId: 'security-settings' } },
  ...['idle-time', 'support-access', 'support-sessions', 'webhooks', 'api-tokens', 'recovery-codes'].map(
    (sectionId) => ({ name: `security-${sectionId}`, route: securitySection, with: { sectionId } }),
  ),
  { name: 'identity-provider-types', route: '/portal/admin/global-settings/identity-providers/create' },
  {
    name: 'identity-provider-create',
    route: '/portal/admin/global-settings/identity-providers/create',
    query: '?type=OPENSAML',
  },
  { name: 'identity-provider-missing', route: provider, with: { idpId: 'none', tabId: 'configuration' } },
  { name: 'identity-provider', route: provider, with: { tabId: 'configuration' } },
  ...['provider-side', 'certificates'].map((sectionId) => ({
    name: `identity-provider-${sectionId}`,
    route: `${provider}/{sectionId}`,
    with: { tabId: 'configuration', sectionId },
  })),
  { name: 'username-formats', route: provider, with: { tabId: 'username-formats' } },
  { name: 'scim', route: provider, with: { tabId: 'scim' } },
  ...['group-source', 'activity', 'drift', 'requests'].map((sectionId) => ({
    name: `scim-${sectionId}`,
    route: `${provider}/{sectionId}`,
    with: { tabId: 'scim', sectionId },
  })),
  { name: 'launcher-settings', route: '/portal/admin/launcher' },
  { name: 'branding', route: '/portal/admin/branding' },
  { name: 'groups', route: '/portal/admin/groups' },
  { name: 'group-uses', route: '/portal/admin/groups', act: (page) => openGroup(page, 'staff') },
  { name: 'sessions', route: '/portal/sessions' },
  { name: 'api-tokens', route: '/portal/apitoken' },
  {
    name: 'api-token-create',
    route: '/portal/apitoken',
    act: (page) => page.getByRole('button', { name: 'Create token' }).click(),
  },
  { name: 'people', route: '/portal/admin/people' },
  { name: 'person', route: person },
  {
    name: 'explain-access',
    route: person,
    with: { personId: 'explain' },
    query: '?user=chidi%40acme.example',
    act: openSteps,
  },
  {
    name: 'explain-missing',
    route: person,
    with: { personId: 'explain' },
    query: '?user=emil%40acme.example&env={envId}&app={appId}',
    act: (page) => page.getByRole('table', { name: 'Groups that open it' }).waitFor(),
  },
  {
    name: 'explain-unknown',
    route: person,
    with: { personId: 'explain' },
    query: '?user=x%40nowhere.example',
    act: (page) => page.getByRole('heading', { level: 3 }).waitFor(),
  },
  { name: 'overview', route: '/portal/admin' },
  { name: 'audit', route: '/portal/admin/audit' },
  {
    name: 'history',
    route: securitySection,
    with: { sectionId: 'idle-time' },
    query: '?history=idle-time',
  },
  { name: 'notices', route: '/portal/admin/notices' },
  { name: 'operations', route: '/operations', support: true },
  { name: 'operated-tenant', route: '/operations/{slug}', with: { slug: 'acme' }, support: true },
  { name: 'sign-ins', route: '/portal/admin/sign-ins' },
  { name: 'sign-in', route: '/portal/admin/sign-ins/{code}' },
]

/** Routes of screens that are not in the demo. */
export const notBuilt = ['firstTime']

/**
 * The address of a screen; `known` has the ids of the demo.
 * @param {{ route: string, with?: Record<string, string>, query?: string }} screen
 * @param {Record<string, string>} known
 */
export function addressOf(screen, known) {
  const { route, query = '' } = screen
  const values = { ...known, ...screen.with }
  return (route + query).replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]))
}
