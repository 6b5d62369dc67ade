import { endpoints } from '@portico/core'
import { describe, expect, it } from 'vitest'

import type { Also } from '../../kit/http/route.ts'
import { routes } from '../routes.ts'

describe('every route has its rule', () => {
  it('the route table is the contract, each endpoint once', () => {
    expect(routes.map((route) => route.endpoint.name).toSorted()).toEqual(
      endpoints.map((endpoint) => endpoint.name).toSorted(),
    )
  })

  it('only the sign-in and what its page shows are open to anyone', () => {
    const open = routes.filter((route) => route.allow === 'anyone').map((route) => route.endpoint.name)
    expect(open.toSorted()).toEqual([
      // What an application reads about us, its requests, which are verified, and their answers, which look for the session.
      'applicationSamlContinue',
      'applicationSamlLaunch',
      'applicationSamlLogoutPost',
      'applicationSamlLogoutRedirect',
      'applicationSamlLogoutSoap',
      'applicationSamlMetadata',
      'applicationSamlPost',
      'applicationSamlRedirect',
      // Its credential is the single-use access token of a sign-in.
      'beginCliSession',
      // Its credential is a recovery code.
      'beginRepair',
      // Its credential is the token of a setup URL.
      'beginSetup',
      'getBranding',
      // Its credential is the key of a tenant in the address.
      'getLogo',
      'getWords',
      'initiateLogin',
      'login',
      // A provider's signed statement that sessions ended.
      'oidcBackChannelLogout',
      'oidcCallback',
      'oidcFormCallback',
      // Its credential is the id of the session that it ends.
      'oidcFrontChannelLogout',
      // Public keys, for providers.
      'oidcKeySet',
      'oidcSignedOut',
      // Its credential is the token in the address, which works once; it ends without a session.
      'openTestLogin',
      // The token of a setup URL again, which it does not use up.
      'readSetupUrl',
      // Says only whether the cookie of a session is valid, for the sign-in page.
      'readSignedIn',
      // A provider's signed messages, the answers to them, and what a provider reads about us.
      'samlConsume',
      'samlFinish',
      'samlLogoutPost',
      'samlLogoutRedirect',
      'samlMetadata',
      'samlRequest',
    ])
  })

  it('only administrators can call the administration endpoints', () => {
    const others = routes.filter(
      ({ endpoint, allow }) => endpoint.path.startsWith('/portal/admin/') && allow !== 'admin',
    )
    const ofSetup = others.filter(({ endpoint, allow }) => endpoint.path.includes('/admin/setup/') && allow === 'setup')
    expect(others).toEqual(ofSetup)
  })

  it('a support session changes nothing that decides who is who or who administers', () => {
    const never =
      /users|sessions|service-accounts|api-tokens|primary|portal-roles|federation-keys|recovery|support|setup|webhooks|scim|provisioning|audit/
    expect(pathsOf('support-changing').filter((path) => never.test(path))).toEqual([])
  })

  it('a recovery code opens providers, what is needed to map their groups, and its own session', () => {
    const repair =
      /^\/portal\/(admin\/((tenant\/)?idps|idp-metadata|primary-idp-groups|certificates|groups|username-formats|portal-roles)\b|cloudsession$|publickey$)/
    expect(pathsOf('recovery').filter((path) => !repair.test(path))).toEqual(['/login/signout'])
  })

  it('a setup URL opens tools that read no data of the tenant, its one provider, and its own session', () => {
    expect(pathsOf('setup')).toEqual([
      '/login/signout',
      '/portal/admin/tenant/idps/lint',
      '/portal/admin/tenant/idps/metadata-import',
      '/portal/admin/tenant/idps/{id}/lint',
      '/portal/admin/tenant/idps/{id}/tests',
      '/portal/admin/tenant/idps/{id}/tests/{testId}',
      '/portal/admin/tenant/idps/{id}/transforms/preview',
      '/portal/cloudsession',
      '/portal/publickey',
    ])
  })

  it('people of a deactivated tenant sign in and out, choose where to read, and use what only reads', () => {
    expect(pathsOf('deactivated-tenant')).toEqual([
      '/login/cli/device',
      '/login/cli/device/answer',
      '/login/cli/loopback/answer',
      '/login/signout',
      '/portal/admin/tenant/idps/lint',
      '/portal/admin/tenant/idps/metadata-import',
      '/portal/admin/tenant/idps/{id}/transforms/preview',
      '/portal/cloudsession',
      '/portal/environments',
      '/portal/publickey',
      '/portal/sessions',
      '/portal/sessions/{id}',
    ])
  })
})

/** The paths of the routes that these may call too. */
function pathsOf(also: Also): readonly string[] {
  return routes
    .filter((route) => route.allow !== 'anyone' && route.also.includes(also))
    .map(({ endpoint }) => endpoint.path)
    .toSorted()
}
