import { keyCases } from '@portico/core/testing'
import { describe, expect, it } from 'vitest'

import { rsaKeys, smallTenant } from '../../testing/test-server.ts'
import { madeCertificate } from '../../testing/made-certificates.ts'
import { readKey } from '../../kit/keys/read-key.ts'
import { withFiles } from './files.ts'
import { checkTenantFile } from './tenant-file.ts'

const [first, second] = [rsaKeys(), rsaKeys()]
const dates = { notBefore: new Date('2026-01-01'), notAfter: new Date('2036-01-01') }
const { pem } = madeCertificate({ commonName: 'idp.example', ...dates })

// Keys that are typed in are tested in `key-doors.test.ts` of the command line.
describe('a certificate in a file that a tenant file names', () => {
  const cases = keyCases({
    pem,
    other: second.publicPem,
    privateKey: first.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })

  it.each(cases)('is read like everywhere else: $what: $outcome', ({ bytes, outcome }) => {
    const config = { entityId: 'urn:idp', ssoUrl: 'https://idp.example/sso', signingCertificate1: { file: 'idp.pem' } }
    const saml = {
      entityId: 'urn:app',
      acsUrls: ['https://app.example/acs'],
      signingCertificates: [{ file: 'app.pem' }],
    }
    const read = () => Buffer.from(bytes)
    const provider = smallTenant('acme', { identityProviders: [{ name: 'Saml', type: 'OPENSAML', config }] })
    const application = smallTenant('acme', { applications: [{ slug: 'app', label: 'App', signIn: { saml } }] })
    const check = (file: unknown) => () => checkTenantFile(withFiles(file, read))
    if (outcome === 'accepted') {
      const stored = check(provider)().identityProviders[0]?.config as { signingCertificate1?: string }
      expect(readKey(stored.signingCertificate1 ?? '')).toEqual(readKey(pem))
      expect(check(application)).not.toThrow()
      return
    }
    expect(check(provider)).toThrow(outcome === 'private' ? 'private key' : outcome === 'several' ? 'different' : 'PEM')
    // Text that is not a certificate is refused later, by the import itself.
    if (outcome !== 'none') expect(check(application)).toThrow(outcome === 'private' ? 'private key' : 'different')
  })
})
