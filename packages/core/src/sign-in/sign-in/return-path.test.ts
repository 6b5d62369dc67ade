import { describe, expect, test } from 'vitest'

import { readReturnPath } from './return-path.ts'

const uuid = '0199d1a2-7c3e-7000-8000-000000000001'

describe('the path to return to after signing in', () => {
  test.each([
    '/login/device?user_code=BCDF-GHJK',
    '/login/device',
    '/portal',
    '/portal/admin/environment-settings/x?y=1',
    `/oauth2/authorize?client_id=${uuid}&state=${'x'.repeat(3000)}`,
    `/oauth2/authorize?state=x&client_id=${uuid}`,
    `/api/saml/${uuid}/continue`,
    `/api/saml/${uuid}/launch/${uuid}`,
  ])('may be %s', (path) => expect(readReturnPath(path)).toBe(path))

  test.each([
    'https://evil.example/login/device',
    '//evil.example/login/device',
    '/\\evil.example/login/device',
    '/login/device/../../\\evil.example',
    'javascript:alert(1)',
    '/login/idps/x',
    '/portalevil',
    '/portal\n//evil.example',
    '/\t/evil.example',
    ' /portal',
    '',
    `/portal?${'x'.repeat(2001)}`,
  ])('must not be %j', (path) => expect(readReturnPath(path)).toBeUndefined())

  test.each([
    ['an address that acts', '/api/login/signout'],
    ['the login page, which needs no session', '/login'],
    ['a path that no screen has', '/portal/nowhere'],
    ['a request of the command line', '/oauth2/authorize?client_id=portico-cli'],
    ['a request without a client', '/oauth2/authorize?state=x'],
    ['a request in a longer path', `/oauth2/authorize/x?client_id=${uuid}`],
    ['a request of an application that is too long', `/oauth2/authorize?client_id=${uuid}&state=${'x'.repeat(6000)}`],
    ['a SAML address that receives messages', `/api/saml/${uuid}/sso`],
  ])('must not be %s', (_, path) => expect(readReturnPath(path)).toBeUndefined())
})
