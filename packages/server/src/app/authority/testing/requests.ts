import { idleTimeChoices, portalAppId, type Endpoint } from '@portico/core'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { buildSpMetadata } from '../../../protocols/saml/index.ts'
import { makePng } from '../../../testing/make-png.ts'
import { removeWebhooks } from '../../../testing/remove-webhooks.ts'
import { providerBody, webhookBody } from './objects.ts'
import type { World } from './world.ts'

/** So that each call changes something. */
let saves = 0
const nextIdleTime = () => idleTimeChoices[(saves += 1) % idleTimeChoices.length]

const spMetadata = buildSpMetadata({
  entityId: 'https://sp.example',
  acsUrl: 'https://sp.example/acs',
  sloUrl: 'https://sp.example/slo',
  signingCertificates: [],
  encryptionCertificates: [],
})

/** A valid body, so that only the authority check can reject the request. */
export async function initFor(world: World, endpoint: Endpoint, csrf: string): Promise<RequestInit> {
  const { method } = endpoint
  const headers: Record<string, string> = csrf === '' ? {} : { 'X-CSRFToken': csrf }
  const bodies: Record<string, () => RequestInit['body']> = {
    signOut: () => new URLSearchParams({ 'X-CSRFToken': csrf }),
    findDeviceRequest: () => JSON.stringify({ userCode: 'BCDF-GHJK' }),
    answerDeviceRequest: () => new URLSearchParams({ userCode: 'BCDF-GHJK', decision: 'allow', 'X-CSRFToken': csrf }),
    answerLoopbackRequest: () =>
      new URLSearchParams({
        client_id: 'portico-cli',
        redirect_uri: 'http://127.0.0.1:50000/callback',
        response_type: 'code',
        state: 'state',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        decision: 'allow',
        'X-CSRFToken': csrf,
      }),
    putPrimaryIdp: () => JSON.stringify({ idp: null, group: null }),
    answerIdpSwitch: () => new URLSearchParams({ action: 'skip', 'X-CSRFToken': csrf }),
    selectEnvironment: () =>
      new URLSearchParams({ env_id: world.environments.get('production') ?? '', 'X-CSRFToken': csrf }),
    updateEnvironment: () => JSON.stringify({ name: `Staging ${uuidv7(Date.now())}` }),
    drillRecoveryCode: () => JSON.stringify({ code: world.recoveryCode }),
    createServiceAccount: () =>
      JSON.stringify({ name: `made ${uuidv7(Date.now())}`, key1: world.otherKeys.publicPem, key1Algorithm: 'RSA' }),
    updateServiceAccount: () =>
      JSON.stringify({ name: `changed ${uuidv7(Date.now())}`, key1: world.otherKeys.publicPem, key1Algorithm: 'RSA' }),
    createIdentityProvider: () => JSON.stringify(providerBody(world)),
    // Switched off: no username format leads to it.
    updateIdentityProvider: () => JSON.stringify({ ...providerBody(world), enabled: false }),
    setPortalRoleGroups: () => JSON.stringify({ idp: world.admins.idp, groups: [world.admins.group] }),
    createTenantRole: () => JSON.stringify({ label: `role ${uuidv7(Date.now())}` }),
    updateTenantRole: () => JSON.stringify({ label: `role ${uuidv7(Date.now())}` }),
    createScimToken: () => JSON.stringify({ name: 'Directory' }),
    putGroupSource: () => JSON.stringify({ source: 'claims' }),
    updateScimToken: () => JSON.stringify({ active: false }),
    createApiToken: () => JSON.stringify({ name: uuidv7(Date.now()) }),
    createWebhook: () => JSON.stringify(webhookBody),
    updateWebhook: () => JSON.stringify(webhookBody),
    createGroup: () => JSON.stringify({ claim: `group ${uuidv7(Date.now())}` }),
    setAppRoleGroups: () => JSON.stringify({ tenantGroups: [] }),
    setTenantRoleGroups: () => JSON.stringify({ tenantGroups: [] }),
    setApplicationGroups: () => JSON.stringify({ tenantGroups: [] }),
    previewTransforms: () => JSON.stringify({ groups: ['/finance'] }),
    keepIdentityProvider: () => JSON.stringify({ confirmed: true }),
    lintIdentityProviderDraft: () => JSON.stringify(providerBody(world)),
    importProviderMetadata: () => JSON.stringify({ type: 'OIDC', document: '{"issuer":"https://idp.example"}' }),
    saveSetup: () => JSON.stringify({ step: 2, product: null, type: 'OPENSAML' }),
    saveSetupFormats: () => JSON.stringify({ prefixes: [], suffixes: [`${uuidv7(Date.now())}.example`] }),
    completeSetup: () => JSON.stringify({ group: 'admins' }),
    saveUsernameFormats: () => JSON.stringify({ prefixes: [], suffixes: [`${uuidv7(Date.now())}.example`] }),
    extendCertificate: () => JSON.stringify({ fingerprint: world.expiredCertificate.fingerprint, reason: 'test' }),
    retireCertificate: () => JSON.stringify({ fingerprint: world.expiredCertificate.fingerprint }),
    saveDependencies: () => JSON.stringify({ dependencies: [{ appId: portalAppId, name: 'security-admin' }] }),
    rollOurKeys: () => JSON.stringify({ step: 'publish' }),
    putLauncherPreferences: () => JSON.stringify({ layout: 'list', favourites: [portalAppId], order: [] }),
    putApplicationIcon: imageBody,
    putTenantLogo: imageBody,
    putTenantBranding: () =>
      JSON.stringify({ name: `name ${(saves += 1)}`, primaryColor: null, accentColor: null, privacyPolicyUrl: null }),
    linkApplicationIcon: () => JSON.stringify({ url: 'https://192.0.2.1/icon.png' }),
    enterTenant: () => JSON.stringify({ reason: 'test' }),
    putSupportAccess: () => JSON.stringify({ allowProsAccess: (saves += 1) % 2 === 0 }),
    putIdleTime: () => JSON.stringify({ idletime: nextIdleTime() }),
    putLauncherSettings: () => JSON.stringify({ announcement: null, accessContact: null }),
    putApplicationSignIn: () =>
      JSON.stringify({ config: { protocol: 'openid', redirectUris: ['https://billing.example/callback'] } }),
    putProvisioning: () =>
      JSON.stringify({
        config: { url: `http://127.0.0.1:9/${uuidv7(Date.now())}` },
        bearerToken: 'of-the-application',
      }),
    approveTakeovers: () =>
      JSON.stringify({
        takeovers: [{ kind: 'person', id: uuidv7(Date.now()), accountId: '77', foundAt: '2026-01-31T10:00:00.000Z' }],
      }),
    testProvisioning: () => JSON.stringify({ url: 'http://127.0.0.1:9/scim', bearerToken: 'of-the-application' }),
    replaceApplicationSecret: () => JSON.stringify({ now: true }),
    readApplicationMetadata: () => JSON.stringify({ document: spMetadata }),
    putAccessText: () => JSON.stringify({ text: 'Ask the service desk.' }),
    extractPublicKey: () => {
      const data = new FormData()
      data.append('file', new Blob([world.otherKeys.publicPem]), 'key.pem')
      return data
    },
  }
  if (endpoint.name === 'rollOurKeys') await forgetNextKeys(world)
  // As many as a tenant may have.
  if (endpoint.name === 'createWebhook') await removeWebhooks(world.server)
  const make = bodies[endpoint.name]
  if (endpoint.body !== undefined && make === undefined) throw new Error(`The matrix has no body for ${endpoint.name}.`)
  const body = make?.()
  if (body === undefined) return { method, headers }
  return {
    method,
    body: body ?? null,
    headers: { ...headers, ...(endpoint.bodyKind === 'json' ? { 'Content-Type': 'application/json' } : {}) },
  }
}

/** Restores the state before the first step of a rollover, because each cell performs it. */
async function forgetNextKeys(world: World): Promise<void> {
  for (const { id } of [world.acme, world.globex])
    await tenantScope(world.server.database, id).transaction((tx) =>
      tx.db.deleteFrom('federation_keys').where('tenant_id', '=', id).where('state', '=', 'next').execute(),
    )
}

function imageBody(): FormData {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(makePng(16, 16))]), 'image.png')
  return data
}
