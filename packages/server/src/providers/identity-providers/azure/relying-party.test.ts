import { describe, expect, it } from 'vitest'

import type { AzureProvider } from '../queries.ts'
import { readSettings } from '../../../kit/settings/settings.ts'
import { azureRelyingParty } from './relying-party.ts'

const settings = readSettings({}, 'https://portal.example.com')
const secrets = { applicationSecret: 'first', nextApplicationSecret: 'next' }

/** The party on a day, with these days of the secrets. */
function on(day: string, config: Partial<AzureProvider['config']>, stored: AzureProvider['secrets'] = secrets) {
  const provider: AzureProvider = {
    tenantId: 't',
    id: 'p',
    name: 'Directory',
    configVersion: 1,
    isPrimary: false,
    isProvisioned: false,
    type: 'AAD2',
    family: 'azure',
    config: {
      domainName: 'contoso.com',
      applicationId: 'application',
      responseMode: 'form_post',
      disableSlo: false,
      sloMethod: 'get',
      ...config,
    },
    secrets: stored,
  }
  return azureRelyingParty(provider, settings, Date.parse(`${day}T12:00:00Z`))
}

describe('of two secrets', () => {
  const ends = { applicationSecretEndsOn: '2026-06-30' }
  it.each([
    ['the next one waits for its day', { nextApplicationSecretStartsOn: '2026-06-01' }, '2026-05-31', 'first'],
    ['the next one takes over on its day', { nextApplicationSecretStartsOn: '2026-06-01' }, '2026-06-01', 'next'],
    [
      'the next one gives way when its days are over',
      { nextApplicationSecretStartsOn: '2026-06-01', nextApplicationSecretEndsOn: '2026-06-10' },
      '2026-06-11',
      'first',
    ],
    ['the first holds on its last day', ends, '2026-06-30', 'first'],
    ['a next one without days takes over when the first is over', ends, '2026-07-01', 'next'],
    ['without days the first is used', {}, '2026-07-01', 'first'],
  ])('%s', (_, config, day, secret) => {
    expect(on(day, config).clientSecret).toBe(secret)
  })

  it('the one that is there is used', () => {
    expect(on('2026-06-30', {}, { nextApplicationSecret: 'next' }).clientSecret).toBe('next')
    expect(on('2026-07-01', ends, { applicationSecret: 'first' }).clientSecret).toBe('first')
    expect(on('2026-07-01', ends, {}).clientSecret).toBeUndefined()
  })

  it('the end of the one that is used is known', () => {
    expect(on('2026-06-30', ends).secretEndsOn).toEqual({ day: '2026-06-30', passed: false })
    expect(on('2026-07-01', ends, { applicationSecret: 'first' }).secretEndsOn).toEqual({
      day: '2026-06-30',
      passed: true,
    })
  })
})
